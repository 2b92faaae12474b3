import { isFree } from './lease.ts';
import type { CallRecord, MessageRecord, RunRecord } from './records.ts';
import type { RunFile } from './run-file.ts';
import type { CallReference, Conflict, Transition } from './store.ts';

type RunFiles = ReadonlyMap<string, RunFile>;

/** What of the records that are there stands in the way of a transition. */
export function findConflict(
  runs: RunFiles,
  turns: ReadonlyMap<string, string>,
  { run, lease, calls = [], messages = [], decisions = [], forget = [] }: Transition,
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
  // What belongs to a run that is not there, or not any more, has nowhere to go.
  for (const records of [calls, messages, decisions, forget]) {
    for (const { runId } of records) {
      if (runId !== run?.runId && !runs.has(runId)) return { kind: 'run', runId };
    }
  }
  return (
    findCallConflict(runs, calls) ??
    findForgetConflict(runs, calls, forget) ??
    findMessageConflict(runs, messages)
  );
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
  // Most transitions have one call, which cannot come twice.
  const seen = calls.length > 1 ? new SeenCalls() : undefined;
  for (const call of calls) {
    const { runId, toolCallId, version } = call;
    const file = runs.get(runId);
    const current = file?.calls.get(toolCallId);
    const isGone = file?.forgotten?.has(toolCallId) === true;
    if (seen?.has(call) || isGone || version !== nextVersion(current)) {
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
    seen?.add(call);
  }
  return undefined;
}

function findForgetConflict(
  runs: RunFiles,
  calls: readonly CallRecord[],
  forget: readonly CallReference[],
): Conflict | undefined {
  if (forget.length === 0) return undefined;
  const seen = calls.length + forget.length > 1 ? new SeenCalls() : undefined;
  for (const call of calls) seen?.add(call);
  for (const reference of forget) {
    const { runId, toolCallId, version } = reference;
    const current = runs.get(runId)?.calls.get(toolCallId);
    if (!current || current.version !== version || seen?.has(reference)) {
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
    seen?.add(reference);
  }
  return undefined;
}

function findMessageConflict(
  runs: RunFiles,
  messages: readonly MessageRecord[],
): Conflict | undefined {
  const next = messages.length > 1 ? new Map<string, number>() : undefined;
  for (const { runId, position } of messages) {
    const expected = next?.get(runId) ?? runs.get(runId)?.messages.length ?? 0;
    if (position !== expected) return { kind: 'message', runId, position };
    next?.set(runId, expected + 1);
  }
  return undefined;
}

type CallId = Pick<CallRecord, 'runId' | 'toolCallId'>;

/** The calls that a transition has named so far. */
class SeenCalls {
  readonly #ids = new Map<string, Set<string>>();

  has({ runId, toolCallId }: CallId): boolean {
    return this.#ids.get(runId)?.has(toolCallId) === true;
  }

  add({ runId, toolCallId }: CallId): void {
    const ids = this.#ids.get(runId);
    if (ids) ids.add(toolCallId);
    else this.#ids.set(runId, new Set([toolCallId]));
  }
}

function nextVersion(current: { readonly version: number } | undefined): number {
  return current ? current.version + 1 : 0;
}
