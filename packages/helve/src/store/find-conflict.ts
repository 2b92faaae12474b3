import { isFree } from './lease.ts';
import type { CallRecord, MessageRecord, RunRecord } from './records.ts';
import type { RunFile } from './run-file.ts';
import type { Conflict, Transition } from './store.ts';

type RunFiles = ReadonlyMap<string, RunFile>;

/** What of the records that are there stands in the way of a transition. */
export function findConflict(
  runs: RunFiles,
  turns: ReadonlyMap<string, string>,
  { run, lease, calls = [], messages = [], decisions = [] }: Transition,
  now: number,
): Conflict | undefined {
  if (run) {
    const file = runs.get(run.runId);
    const current = file?.run;
    const isHeld = lease !== undefined && !isFree(file?.lease, lease.owner, now);
    if (isHeld || run.version !== nextVersion(current)) {
      return { kind: 'run', runId: run.runId, ...(current ? { current } : {}) };
    }
    const taken = lease?.turn ? findTurn(runs, turns, run, now) : undefined;
    if (taken) return taken;
  }
  for (const { runId } of [...calls, ...messages, ...decisions]) {
    // What belongs to a run that is not there, or not any more, has nowhere to go.
    if (runId !== run?.runId && !runs.has(runId)) return { kind: 'run', runId };
  }
  return findCallConflict(runs, calls) ?? findMessageConflict(runs, messages);
}

/** Whose turn it is on the run's thread, where it is another's. */
function findTurn(
  runs: RunFiles,
  turns: ReadonlyMap<string, string>,
  { runId, threadId }: RunRecord,
  now: number,
): Conflict | undefined {
  const taker = threadId === undefined ? undefined : turns.get(threadId);
  if (threadId === undefined || taker === undefined || taker === runId) return undefined;
  const lease = runs.get(taker)?.lease;
  return lease?.turn && lease.until > now ? { kind: 'thread', threadId, runId: taker } : undefined;
}

function findCallConflict(runs: RunFiles, calls: readonly CallRecord[]): Conflict | undefined {
  for (const [index, { runId, toolCallId, version }] of calls.entries()) {
    const current = runs.get(runId)?.calls.get(toolCallId);
    const twice = calls.findIndex((call) => isSameCall(call, { runId, toolCallId })) < index;
    if (twice || version !== nextVersion(current)) {
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
  }
  return undefined;
}

function findMessageConflict(
  runs: RunFiles,
  messages: readonly MessageRecord[],
): Conflict | undefined {
  const next = new Map<string, number>();
  for (const { runId, position } of messages) {
    const expected = next.get(runId) ?? runs.get(runId)?.messages.length ?? 0;
    if (position !== expected) return { kind: 'message', runId, position };
    next.set(runId, expected + 1);
  }
  return undefined;
}

function isSameCall(a: CallRecord, b: Pick<CallRecord, 'runId' | 'toolCallId'>): boolean {
  return a.runId === b.runId && a.toolCallId === b.toolCallId;
}

function nextVersion(current: { readonly version: number } | undefined): number {
  return current ? current.version + 1 : 0;
}
