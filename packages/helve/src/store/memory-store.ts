import type { ChunkRecord } from './chunk-store.ts';
import { EndedRuns } from './ended-runs.ts';
import { ExpiryIndex } from './expiry-index.ts';
import { findConflict } from './find-conflict.ts';
import { checkLeaseMs, holds, isFree, leaseFrom, renewed } from './lease.ts';
import { addChunks, forgetChunks, lengthOf, newChunks } from './memory-log.ts';
import { checkLimit, readCursor } from './page-options.ts';
import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from './records.ts';
import type { RunFile } from './run-file.ts';
import {
  addDecision,
  callsOf,
  emptyFile,
  endedBefore,
  forgetCall,
  logOf,
  matches,
  threadsEndedBefore,
} from './run-file.ts';
import { RunsByThread } from './runs-by-thread.ts';
import type {
  CallFilter,
  CommitResult,
  ExpiryFilter,
  Lease,
  Page,
  Retention,
  RunFilter,
  Store,
  Transition,
} from './store.ts';
import { hasEnded } from './store.ts';
import { Watchers } from './watchers.ts';

/** What long runs say is what takes the memory, and every collection goes through it. */
const ENDED_MESSAGES = 2_048;

/** How a memory store is set up. */
export interface MemoryStoreOptions {
  /**
   * How many ended runs to remember; beyond that the oldest is forgotten. Running and waiting ones
   * and those on a thread are always kept. Default 256, with no more than 2,048 messages in all.
   */
  readonly endedRuns?: number;
  /** The clock for leases, in milliseconds since 1970; made for tests. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Keeps everything in this process's memory: the store an agent has on day one. Nothing is
 * serialised, and nothing survives the process.
 *
 * @example
 * const agent = new Agent({ id: 'desk', model, tools, store: new MemoryStore() });
 */
export class MemoryStore implements Store {
  /** In order of creation. */
  readonly #runs = new Map<string, RunFile>();
  readonly #ended: EndedRuns;
  /** The messages of each thread, in the order in which they were committed. */
  readonly #threads = new Map<string, MessageRecord[]>();
  readonly #byThread = new RunsByThread();
  /** The run that took the turn on a thread last. */
  readonly #turns = new Map<string, string>();
  readonly #expiries = new ExpiryIndex();
  readonly #now: () => number;
  readonly #watchers = new Watchers();
  #created = 0;

  /** @throws RangeError where `endedRuns` is not a number of runs. */
  constructor({ endedRuns = 256, now = Date.now }: MemoryStoreOptions = {}) {
    if (!(endedRuns >= 0)) {
      throw new RangeError(`endedRuns is ${endedRuns}; it must be a number of runs, 0 or more.`);
    }
    this.#ended = new EndedRuns({ runs: endedRuns, messages: ENDED_MESSAGES });
    this.#now = now;
  }

  async commit(transition: Transition): Promise<CommitResult> {
    if (transition.lease) checkLeaseMs(transition.lease.leaseMs);
    const conflict = findConflict(this.#runs, this.#turns, transition, this.#now());
    if (conflict) return { ok: false, conflict };
    const { run, chunks = [] } = transition;
    const added = run ? newChunks(run.runId, this.#runs.get(run.runId)?.log, chunks) : [];
    this.#apply(transition);
    if (!run || !(transition.chunks || transition.tell)) return { ok: true };
    const file = this.#runs.get(run.runId);
    if (file && added.length > 0) logOf(file).chunks.push(...added);
    this.#watchers.tell(run.runId);
    return { ok: true };
  }

  async loadRun(runId: string): Promise<RunRecord | undefined> {
    return this.#runs.get(runId)?.run;
  }

  async loadCall(runId: string, toolCallId: string): Promise<CallRecord | undefined> {
    return this.#runs.get(runId)?.calls.get(toolCallId);
  }

  async loadCalls(
    runId: string | readonly string[],
    filter: CallFilter = {},
  ): Promise<readonly CallRecord[]> {
    if (typeof runId === 'string') return callsOf(this.#runs.get(runId), filter);
    return runId.flatMap((id) => callsOf(this.#runs.get(id), filter));
  }

  async loadMessages(runId: string, position = 0): Promise<readonly MessageRecord[]> {
    return this.#runs.get(runId)?.messages.slice(position) ?? [];
  }

  async loadThread(threadId: string): Promise<readonly MessageRecord[]> {
    return this.#threads.get(threadId)?.slice() ?? [];
  }

  async loadDecisions(runId: string): Promise<readonly DecisionRecord[]> {
    return this.#runs.get(runId)?.decisions?.slice() ?? [];
  }

  async listRuns(
    filter: RunFilter,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<RunRecord>> {
    const limit = checkLimit(page.limit ?? 100);
    const after = page.cursor === undefined ? -1 : readCursor(page.cursor);
    const items: RunRecord[] = [];
    let last = after;
    const now = this.#now();
    const files = this.#byThread.of(filter.threadId) ?? this.#runs.values();
    for (const file of files) {
      if (file.sequence <= after || !matches(file, filter, now)) continue;
      // One more than asked for is there, so that a cursor is only given where it leads on.
      if (items.length === limit) return { items, cursor: String(last) };
      items.push(file.run);
      last = file.sequence;
    }
    return { items };
  }

  async listExpiring(
    { agentIds, from, to }: ExpiryFilter,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<CallRecord>> {
    const agentOf = (runId: string): string => this.#runs.get(runId)?.run.agentId ?? '';
    const fits = ({ runId }: CallRecord): boolean => !agentIds || agentIds.includes(agentOf(runId));
    const limit = checkLimit(page.limit ?? 100);
    return this.#expiries.list({ from, to, limit, cursor: page.cursor, fits });
  }

  async appendChunks(
    runId: string,
    chunks: readonly ChunkRecord[],
    owner?: string,
  ): Promise<number | undefined> {
    const file = this.#runs.get(runId);
    if (!file || (owner !== undefined && !holds(file.lease, owner))) return undefined;
    if (addChunks(runId, logOf(file), chunks)) this.#watchers.tell(runId);
    return lengthOf(file.log);
  }

  async loadChunks(runId: string, number = 0): Promise<readonly ChunkRecord[]> {
    const log = this.#runs.get(runId)?.log;
    return log?.chunks.slice(Math.max(0, number - log.first)) ?? [];
  }

  async deleteChunks(runId: string): Promise<void> {
    forgetChunks(this.#runs.get(runId)?.log);
  }

  async watch(runId: string, changed: () => void): Promise<() => void> {
    return this.#watchers.add(runId, changed);
  }

  async claimRun(runId: string, owner: string, leaseMs: number): Promise<RunRecord | undefined> {
    checkLeaseMs(leaseMs);
    const file = this.#runs.get(runId);
    const now = this.#now();
    if (file?.run.state !== 'running' || !isFree(file.lease, owner, now)) return undefined;
    const isOthers = file.lease !== undefined && file.lease.owner !== owner;
    if (isOthers) file.run = { ...file.run, version: file.run.version + 1 };
    file.lease =
      file.lease && !isOthers
        ? renewed(file.lease, leaseMs, now)
        : leaseFrom({ owner, leaseMs }, now);
    return file.run;
  }

  async renewRun(runId: string, owner: string, leaseMs: number): Promise<boolean> {
    checkLeaseMs(leaseMs);
    const file = this.#runs.get(runId);
    if (!file?.lease || !holds(file.lease, owner)) return false;
    file.lease = renewed(file.lease, leaseMs, this.#now());
    return true;
  }

  async releaseRun(runId: string, owner: string): Promise<void> {
    const file = this.#runs.get(runId);
    if (file && holds(file.lease, owner)) file.lease = undefined;
  }

  async deleteRun(runId: string): Promise<void> {
    const threadId = this.#runs.get(runId)?.run.threadId;
    this.#forgetAll(runId);
    if (threadId === undefined) return;
    const rest = this.#threads.get(threadId)?.filter((message) => message.runId !== runId) ?? [];
    if (rest.length === 0) this.#threads.delete(threadId);
    else this.#threads.set(threadId, rest);
  }

  async deleteThread(threadId: string): Promise<void> {
    this.#threads.delete(threadId);
    this.#turns.delete(threadId);
    for (const [runId, { run }] of this.#runs) {
      if (run.threadId === threadId) this.#forgetAll(runId);
    }
  }

  async deleteResource(resourceId: string): Promise<void> {
    for (const [runId, { run }] of this.#runs) {
      if (run.resourceId === resourceId) await this.deleteRun(runId);
    }
  }

  async prune({ chunksBefore, runsBefore, threadsBefore }: Retention): Promise<void> {
    for (const [runId, { run }] of this.#runs) {
      if (endedBefore(run, chunksBefore)) await this.deleteChunks(runId);
      const isTop = run.threadId === undefined && run.parent === undefined;
      if (isTop && endedBefore(run, runsBefore)) await this.deleteRun(runId);
    }
    const ended = threadsEndedBefore(this.#runs.values(), threadsBefore);
    for (const threadId of ended) await this.deleteThread(threadId);
  }

  /** Forgets a run with those of its sub-agents. */
  #forgetAll(runId: string): void {
    this.#forget(runId);
    for (const [id, { run }] of this.#runs) if (run.parent?.runId === runId) this.#forgetAll(id);
  }

  #forget(runId: string): void {
    for (const call of this.#runs.get(runId)?.calls.values() ?? []) this.#expiries.remove(call);
    this.#byThread.remove(this.#runs.get(runId));
    this.#runs.delete(runId);
    this.#ended.delete(runId);
    this.#watchers.tell(runId);
  }

  #apply({ run, calls, messages, decisions, forget, lease }: Transition): void {
    if (run) this.#putRun(run, lease);
    for (const call of calls ?? []) this.#putCall(call);
    for (const message of messages ?? []) this.#putMessage(message);
    for (const decision of decisions ?? []) addDecision(this.#runs.get(decision.runId), decision);
    for (const call of forget ?? []) forgetCall(this.#runs.get(call.runId), call.toolCallId);
  }

  #putCall(call: CallRecord): void {
    const calls = this.#runs.get(call.runId)?.calls;
    const before = calls?.get(call.toolCallId);
    if (before) this.#expiries.remove(before);
    calls?.set(call.toolCallId, call);
    this.#expiries.add(call);
  }

  #putMessage(message: MessageRecord): void {
    this.#runs.get(message.runId)?.messages.push(message);
    const { threadId } = message;
    if (threadId === undefined) return;
    const thread = this.#threads.get(threadId);
    if (thread) thread.push(message);
    else this.#threads.set(threadId, [message]);
  }

  #putRun(run: RunRecord, lease: Lease | undefined): void {
    const file = this.#runs.get(run.runId) ?? this.#addRun(run);
    file.run = run;
    if (run.state !== 'running') file.lease = undefined;
    else if (lease) this.#lend(file, lease);
    if (!hasEnded(run)) this.#ended.delete(run.runId);
    // A conversation is kept until its thread is deleted.
    else if (run.threadId === undefined) {
      const forgotten = this.#ended.add(run.runId, file.messages.length);
      for (const runId of forgotten) this.#forget(runId);
    }
  }

  #lend(file: RunFile, lease: Lease): void {
    const { runId, threadId } = file.run;
    file.lease = leaseFrom(lease, this.#now());
    if (lease.turn && threadId !== undefined) this.#turns.set(threadId, runId);
  }

  #addRun(run: RunRecord): RunFile {
    const file = emptyFile(run, this.#created++);
    this.#runs.set(run.runId, file);
    this.#byThread.add(file);
    return file;
  }
}
