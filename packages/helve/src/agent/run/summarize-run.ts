import type { ToolSource } from '../../tool/tool.ts';
import { APPROVAL_ANSWER } from '../decide/answer-schema.ts';
import { waitingCalls } from '../decide/waiting-calls.ts';
import type { Run } from './run.ts';
import type { RunEnd, RunResult, Waiting } from './run-result.ts';
import { toolMessage } from './tool-message.ts';

/** What a run that ended, or waits, came to. */
export function summarizeRun(run: Run, end: Extract<RunEnd, { ok: true }>): RunResult {
  const { runId, steps, toolResults, usage } = run;
  const calls = [...run.calls.values()];
  const open = calls.flatMap(({ record }) => (record ? [record] : []));
  const toolOf = (name: string): ToolSource | undefined => run.config.toolset.tools.get(name);
  const waiting = calls.flatMap(({ record, waits = [] }) => {
    if (record?.state === 'delegated') return waits;
    return record ? waitingCalls([record], toolOf) : [];
  });
  return {
    runId,
    text: steps.at(-1)?.text ?? '',
    object: run.object,
    finishReason: end.finishReason,
    toolCalls: steps.flatMap((step) => step.toolCalls),
    toolResults,
    steps,
    usage,
    messages: open.length > 0 ? [...run.added, toolMessage(open)] : run.added.slice(),
    waiting: [...waiting, ...providerApprovals(run)],
  };
}

function providerApprovals({ provided, runId }: Run): readonly Waiting[] {
  if (!provided) return [];
  return [...provided.values()].flatMap(({ source, approvalId }) => {
    if (approvalId === undefined) return [];
    const { toolCallId, toolName, input: payload } = source;
    const schema = APPROVAL_ANSWER;
    return [
      { kind: 'provider-approval', runId, toolCallId, toolName, payload, schema, approvalId },
    ];
  });
}
