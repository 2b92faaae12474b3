import type { CallOutcome } from '../../call/call.ts';
import { failed } from '../../call/call.ts';
import { aborted } from '../../call/execute.ts';
import type { ProjectionSource } from '../../call/project.ts';
import type { CallRecord } from '../../store/records.ts';
import { StoreError } from '../../store/store-error.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { endBelow } from '../run/end-waiting-run.ts';
import type { Run } from '../run/run.ts';
import type { LogEntry } from '../stream/log-entry.ts';
import { nestEntry } from '../stream/log-entry.ts';
import { childRunId } from './child-run-id.ts';

/**
 * Waits for the sub-agent's run that carries a call out, so that nothing of it comes after the
 * call's end. Where the call was cut short, nothing is left waiting below it.
 *
 * @returns what came of the call; people are told of a failure in the words of the run below.
 * @throws what the run below failed with, where that could not be stored: it can go on later, and the
 *   call with it.
 */
export async function restBelow(
  run: Run,
  call: LiveCall,
  outcome: CallOutcome,
): Promise<CallOutcome> {
  await call.child;
  const child = run.children?.get(call.toolCallId);
  const end = await child?.ended;
  if (outcome.kind === 'suspended') return outcome;
  const { abortSignal } = run.config;
  if (abortSignal?.aborted) await abortBelow(run, call, abortSignal.reason);
  else if (child?.record.state === 'running' && end?.ok === false) throw end.error;
  if (outcome.kind !== 'error') return outcome;
  const { error } = outcome.failure;
  // The run below could not even begin.
  if (!child && StoreError.isInstance(error) && !abortSignal?.aborted) throw error;
  if (!child || end?.ok !== false) return outcome;
  return failed({ ...outcome.failure, displayText: child.failureText });
}

/**
 * Ends the sub-agent's run that waits below a call which is aborted, and all below that, each open
 * call with its one terminal chunk.
 */
export async function abortBelow(run: Run, call: LiveCall, reason: unknown): Promise<void> {
  const { record } = call;
  if (!record) return;
  const ended = await endBelow(run.config.store, record, {
    state: 'aborted',
    end: (open) => ({
      result: aborted(open, reason).forModel,
      transcript: {
        ...open.transcript,
        state: 'error',
        error: { message: `The run was aborted before "${open.toolName}" finished.` },
      },
    }),
  });
  await announceBelow(run, call.source, ended, reason);
}

/** Writes the ends to the log of the run above, each nested in the calls that it lies below. */
async function announceBelow(
  run: Run,
  source: ProjectionSource,
  ended: readonly CallRecord[],
  reason: unknown,
): Promise<void> {
  const above = new Map<string, (entry: LogEntry) => void>();
  const nestIn = async (
    call: ProjectionSource,
    write: (entry: LogEntry) => void,
  ): Promise<unknown> =>
    above.set(await childRunId(call), (entry) => write(nestEntry(call, entry, run.config)));
  await nestIn(source, (entry) => run.write(entry));
  const ends: (() => void)[] = [];
  // A call stands in front of those below it: the way to the log is known when theirs come.
  for (const record of ended) {
    const write = above.get(record.runId);
    if (!write) continue;
    const below = sourceOf(record);
    await nestIn(below, write);
    ends.unshift(() => write(endEntry(below, reason)));
  }
  // The lowest end first: nothing of a call comes after its own end.
  for (const announce of ends) announce();
}

function sourceOf({ runId, toolCallId, toolName }: CallRecord): ProjectionSource {
  return { runId, toolCallId, toolName, tool: undefined, inputForms: {} };
}

function endEntry(source: ProjectionSource, reason: unknown): LogEntry {
  const { runId, toolCallId, toolName } = source;
  const end = aborted(source, reason);
  if (end.kind !== 'error') throw new TypeError('An aborted call ends with an error.');
  const { error, code } = end.failure;
  const payload = { toolCallId, toolName, args: undefined, error, code };
  const chunk = { type: 'tool-error', runId, from: 'AGENT', payload } as const;
  return { chunk, source: { ...source, failure: end.failure } };
}
