import { isFree } from './lease.ts';
import type { CallRecord, MessageRecord } from './records.ts';
import type { RunFile } from './run-file.ts';
import type { CallReference, Conflict, Transition } from './store.ts';

type RunFiles = ReadonlyMap<string, RunFile>;

/** What of the records that are there stands in the way of a transition. */
export function findConflict(
  runs: RunFiles,
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
  }
  for (const { runId } of [...calls, ...messages, ...decisions, ...forget]) {
    // What belongs to a run that is not there, or not any more, has nowhere to go.
    if (runId !== run?.runId && !runs.has(runId)) return { kind: 'run', runId };
  }
  return (
    findCallConflict(runs, calls) ??
    findForgetConflict(runs, calls, forget) ??
    findMessageConflict(runs, messages)
  );
}

function findCallConflict(runs: RunFiles, calls: readonly CallRecord[]): Conflict | undefined {
  for (const [index, { runId, toolCallId, version }] of calls.entries()) {
    const file = runs.get(runId);
    const current = file?.calls.get(toolCallId);
    const twice = calls.findIndex((call) => isSameCall(call, { runId, toolCallId })) < index;
    const isGone = file?.forgotten?.has(toolCallId) === true;
    if (twice || isGone || version !== nextVersion(current)) {
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
  }
  return undefined;
}

function findForgetConflict(
  runs: RunFiles,
  calls: readonly CallRecord[],
  forget: readonly CallReference[],
): Conflict | undefined {
  const seen = new Set<CallRecord>();
  for (const reference of forget) {
    const { runId, toolCallId, version } = reference;
    const current = runs.get(runId)?.calls.get(toolCallId);
    const isWritten = calls.some((call) => isSameCall(call, reference));
    if (!current || current.version !== version || isWritten || seen.has(current)) {
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
    seen.add(current);
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
