import type { CallRecord, RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { isOpen } from '../../store/store.ts';
import { childRunId } from '../below/child-run-id.ts';
import { closeCalls, withoutResult } from '../calls/close-calls.ts';
import { withoutExpiry } from '../waits/wait-expiry.ts';
import { toolMessage } from './tool-message.ts';

/** How a run that waits is ended without going on, and what becomes of its open calls. */
export interface RunEnding {
  readonly state: 'finished' | 'aborted';
  /** What the model is told of a call, what transcripts show, and the decision, if it was one. */
  end(call: CallRecord): Pick<CallRecord, 'result' | 'transcript' | 'decision'>;
}

/**
 * Ends what a stored run waits for, and the run, and what its sub-agents' runs wait for.
 *
 * @returns the calls that ended, those of sub-agents behind the one they belong to; none where
 *   somebody else set the run going just now.
 */
export async function endWaitingRun(
  store: Store,
  run: RunRecord,
  ending: RunEnding,
): Promise<readonly CallRecord[]> {
  const { runId, threadId } = run;
  const [calls, messages] = await Promise.all([
    store.loadCalls(runId, { step: run.stepCount - 1 }),
    store.loadMessages(runId),
  ]);
  const open = calls.filter(isOpen);
  const settled = calls.filter((call) => !isOpen(call));
  // Their results are in the history: the step was closed just now.
  if (settled.some(({ result }) => result === undefined)) return [];
  const ended = new Map(open.map((call) => [call.toolCallId, closed(call, ending)]));
  const message = toolMessage(calls.map((call) => ended.get(call.toolCallId) ?? call));
  const position = messages.length;
  const rest = closeCalls(settled, messages.at(-1)?.message, message);
  const committed = await store.commit({
    run: { ...run, state: ending.state, version: run.version + 1, updatedAt: Date.now() },
    ...rest,
    calls: [...[...ended.values()].map(withoutResult), ...(rest.calls ?? [])],
    decisions: [...ended.values()].flatMap(({ decision }) => (decision ? [decision] : [])),
    messages: [{ runId, ...(threadId === undefined ? {} : { threadId }), position, message }],
  });
  if (!committed.ok) return [];
  const all: CallRecord[] = [];
  for (const call of open) {
    all.push(call);
    if (call.state === 'delegated') all.push(...(await endBelow(store, call, ending)));
  }
  return all;
}

/** Ends the sub-agent's run that carries a call out, where it waits. */
export async function endBelow(
  store: Store,
  call: CallRecord,
  ending: RunEnding,
): Promise<readonly CallRecord[]> {
  const run = await store.loadRun(await childRunId(call));
  return run?.state === 'waiting' ? endWaitingRun(store, run, ending) : [];
}

/** Raw payloads go when a call settles. */
function closed(call: CallRecord, ending: RunEnding): CallRecord {
  const { acceptedInput, suspendPayload, resumeData, parsedInput, digest, ...rest } =
    withoutExpiry(call);
  const { transcript, ...end } = ending.end(call);
  const { suspendPayload: _, resumeData: __, ...shown } = transcript;
  const version = call.version + 1;
  return {
    ...rest,
    ...end,
    version,
    updatedAt: Date.now(),
    state: 'settled',
    transcript: shown,
  };
}
