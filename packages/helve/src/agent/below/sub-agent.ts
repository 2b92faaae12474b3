import { createTool } from '../../call/create-tool.ts';
import { andThen } from '../../schema/and-then.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { ToolRecord } from '../agent-options.ts';
import type { LiveRuns } from '../run/live-runs.ts';
import { ownSchema } from '../tools/own-schema.ts';
import type { AgentCore } from './agent-core.ts';
import { ChildWaits } from './delegate-call.ts';

const running = loadOnce(() => import('./run-sub-agent.ts'));

const inputSchema = ownSchema<{ readonly prompt: string }>({
  prompt: {
    type: 'string',
    minLength: 1,
    description: 'The task, with all that is needed to do it: the agent sees nothing else.',
  },
});

/** The tools by which a model calls the sub-agents of its agent. `live` are that agent's runs. */
export function subAgentTools(
  subAgents: ReadonlyMap<string, AgentCore>,
  live: LiveRuns,
): ToolRecord {
  return Object.fromEntries(
    [...subAgents].map(([toolName, core]) => [toolName, subAgentTool(toolName, core, live)]),
  );
}

/**
 * The tool of one sub-agent. Running it begins a run of that agent, or takes up the one there is,
 * and gives what it comes to. Where that run waits, so does the call.
 */
function subAgentTool(toolName: string, core: AgentCore, live: LiveRuns): AnyTool {
  const { name, id, description = name ?? id } = core.parts.options;
  return createTool({
    id: toolName,
    description,
    inputSchema,
    execute: async ({ prompt }, context) => {
      const parent = live.byId.get(context.runId);
      const call = parent?.calls.get(context.toolCallId);
      if (!parent || !call) {
        throw new TypeError(`"${toolName}" runs as a part of an agent's run, and not by itself.`);
      }
      const outcome = andThen(running(), ({ runSubAgent }) =>
        runSubAgent(core, parent, call, prompt, context.attempt),
      );
      // From now on the call is not at its end before the run below is.
      call.child = Promise.resolve(outcome).then(nothing, nothing);
      const answer = await outcome;
      return answer instanceof ChildWaits ? context.suspend(answer) : answer;
    },
  });
}

function nothing(): void {}
