import type { AnyTool, ToolContext } from 'helve';
import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import type { Store } from 'helve/store';
import type { ScriptedModel } from 'helve/testing';
import { lastUserText, scriptedModel, systemText } from 'helve/testing';
import { z } from 'zod';
import { promptProblems } from '../laws/kit/prompt-problems.ts';
import type { Execution, Journal } from './journal.ts';
import type { RunPlan, ToolInput } from './plan-run.ts';
import { followPlan } from './plan-run.ts';
import type { ToolTraits } from './tool-traits.ts';
import { TOOLS } from './tool-traits.ts';

/** What a desk is made of. */
export interface DeskOptions {
  readonly store: Store;
  readonly journal: Journal;
  readonly leaseMs: number;
}

/**
 * The agent under test: a desk with a clerk below it. Its model does what the plan of a run says,
 * which is its instructions; the clerk's plan is its prompt. All of it goes into the journal.
 */
export function makeDesk({ store, journal, leaseMs }: DeskOptions): Agent {
  const tools = Object.fromEntries(
    Object.entries(TOOLS).map(([name, traits]) => [name, makeTool(name, traits, journal)]),
  );
  const common = { model: planModel(journal), tools, store, leaseMs, logger: silent };
  const clerk = new Agent({ ...common, id: 'clerk' });
  return new Agent({ ...common, id: 'desk', agents: { clerk } });
}

const quiet = (): void => undefined;
/** Runs that fail are in the journal. */
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };

function planModel(journal: Journal): ScriptedModel {
  return scriptedModel((request) => {
    // written by `planRun`
    const plan = JSON.parse(systemText(request) || lastUserText(request)) as RunPlan;
    journal.write({ kind: 'asked', name: plan.name, problems: promptProblems(request.prompt) });
    return followPlan(plan, request);
  });
}

const inputSchema = z.object({
  label: z.string(),
  before: z.number(),
  after: z.number(),
  hangs: z.boolean().optional(),
});
const question = z.object({ question: z.number() });
const answer = z.object({ answer: z.number() });

let executions = 0;

function makeTool(name: string, { gated, asks, repeats }: ToolTraits, journal: Journal): AnyTool {
  return createTool({
    id: name,
    inputSchema,
    suspendSchema: question,
    resumeSchema: answer,
    requireApproval: gated,
    mcp: { annotations: { readOnlyHint: repeats === 'reads', idempotentHint: repeats === 'safe' } },
    execute: async (
      input: ToolInput,
      context: ToolContext<z.infer<typeof question>, z.infer<typeof answer>>,
    ) => {
      const { runId, toolCallId, attempt, idempotencyKey, resumeData, suspendPayload } = context;
      const execution: Execution = {
        runId,
        toolCallId,
        toolName: name,
        attempt,
        idempotencyKey,
        resumed: resumeData !== undefined,
        nonce: `${journal.life}-${executions++}`,
      };
      journal.write({ kind: 'began', ...execution });
      if (input.hangs && attempt === 1) await new Promise(() => undefined);
      await pause(input.before);
      const answered = resumeData === undefined ? 0 : (suspendPayload?.question ?? 0);
      if (answered < asks) return await context.suspend({ question: answered + 1 });
      journal.write({ kind: 'effect', ...execution });
      await pause(input.after);
      journal.write({ kind: 'returned', ...execution });
      return { nonce: execution.nonce };
    },
  });
}

/** Resolves later; at once where there is nothing to wait for. */
function pause(milliseconds: number): Promise<void> | undefined {
  if (milliseconds === 0) return undefined;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
