import type { Run, RunEnd } from './run.ts';
import type { RunResult } from './run-result.ts';
import { toolMessage } from './tool-message.ts';
import { waitingCalls } from './waiting-calls.ts';

/** What a run that ended, or waits, came to. */
export function summarizeRun(run: Run, end: Extract<RunEnd, { ok: true }>): RunResult {
  const { runId, steps, toolResults, usage } = run;
  const open = [...run.calls.values()].flatMap(({ record }) => (record ? [record] : []));
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
    waiting: waitingCalls(open, (name) => run.config.toolset.tools.get(name)),
  };
}
