import type { ChunkRecord } from './chunk-store.ts';
import type { HeldLease } from './lease.ts';
import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from './records.ts';
import type { CallFilter, RunFilter } from './store.ts';
import { hasEnded, isOpen } from './store.ts';

/** Everything that belongs to one run. */
export interface RunFile {
  /** Counts up with every run; what cursors name. */
  readonly sequence: number;
  run: RunRecord;
  lease?: HeldLease | undefined;
  readonly calls: Map<string, CallRecord>;
  /** The ids of calls whose records are gone. */
  forgotten?: Set<string>;
  readonly messages: MessageRecord[];
  /** Absent, as the log, where there never were any: there may be a million of these files. */
  decisions?: DecisionRecord[];
  log?: ChunkLog;
}

/** Chunks from a number on: those before were deleted. */
export interface ChunkLog {
  first: number;
  chunks: ChunkRecord[];
}

/** What there is of a run when it is created. */
export function emptyFile(run: RunRecord, sequence: number): RunFile {
  return { sequence, run, calls: new Map(), messages: [] };
}

/** The log of a run, made where it is needed. */
export function logOf(file: RunFile): ChunkLog {
  file.log ??= { first: 0, chunks: [] };
  return file.log;
}

/** Adds what was decided. */
export function addDecision(file: RunFile | undefined, decision: DecisionRecord): void {
  if (file?.decisions) file.decisions.push(decision);
  else if (file) file.decisions = [decision];
}

/** Forgets a call, not that there was one. */
export function forgetCall(file: RunFile | undefined, toolCallId: string): void {
  if (!file) return;
  file.calls.delete(toolCallId);
  file.forgotten ??= new Set();
  file.forgotten.add(toolCallId);
}

/** Never, where it is not said before when. */
export function endedBefore(run: RunRecord, before: number | undefined): boolean {
  return before !== undefined && hasEnded(run) && run.updatedAt < before;
}

/** The threads on which every run ended before. */
export function threadsEndedBefore(
  files: Iterable<RunFile>,
  before: number | undefined,
): ReadonlySet<string> {
  const ended = new Set<string>();
  const live = new Set<string>();
  for (const { run } of files) {
    if (run.threadId !== undefined) (endedBefore(run, before) ? ended : live).add(run.threadId);
  }
  for (const threadId of live) ended.delete(threadId);
  return ended;
}

/** Whether a list has the run. */
export function matches({ run, calls, lease }: RunFile, filter: RunFilter, now: number): boolean {
  const { agentId, threadId, resourceId, state, toolName, from, to, claimable } = filter;
  return (
    (agentId === undefined || run.agentId === agentId) &&
    (threadId === undefined || run.threadId === threadId) &&
    (resourceId === undefined || run.resourceId === resourceId) &&
    (state === undefined || run.state === state) &&
    (from === undefined || run.createdAt >= from) &&
    (to === undefined || run.createdAt < to) &&
    (!claimable || (run.state === 'running' && !(lease && lease.until > now))) &&
    (toolName === undefined || hasOpenCallOf(calls, toolName))
  );
}

/** Asked of every run that waits: no list of the calls is made for it. */
function hasOpenCallOf(calls: ReadonlyMap<string, CallRecord>, toolName: string): boolean {
  for (const call of calls.values()) if (call.toolName === toolName && isOpen(call)) return true;
  return false;
}

/** The calls of a run in order. */
export function callsOf(
  file: RunFile | undefined,
  { open, step }: CallFilter,
): readonly CallRecord[] {
  const calls: CallRecord[] = [];
  for (const call of file?.calls.values() ?? []) {
    if (open !== undefined && isOpen(call) !== open) continue;
    if (step === undefined || call.step === step) calls.push(call);
  }
  return calls.sort((a, b) => a.step - b.step || a.index - b.index);
}
