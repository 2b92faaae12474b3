import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from './records.ts';
import type {
  ChunkRecord,
  CommitResult,
  Conflict,
  Page,
  RunFilter,
  Store,
  Transition,
} from './store.ts';
import { isOpen } from './store.ts';

/** Everything that belongs to one run. */
interface RunFile {
  /** Counts up with every run; what cursors name. */
  readonly sequence: number;
  run: RunRecord;
  readonly calls: Map<string, CallRecord>;
  readonly messages: MessageRecord[];
  readonly decisions: DecisionRecord[];
  readonly chunks: ChunkRecord[];
}

/** How a memory store is set up. */
export interface MemoryStoreOptions {
  /**
   * How many ended runs to remember; beyond that the oldest is forgotten. Running and waiting ones
   * and those on a thread are always kept. Default 256.
   */
  readonly endedRuns?: number;
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
  /** Ended runs, the one that ended first in front. */
  readonly #ended = new Set<string>();
  /** The messages of each thread, in the order in which they were committed. */
  readonly #threads = new Map<string, MessageRecord[]>();
  readonly #endedLimit: number;
  #created = 0;

  /** @throws RangeError where `endedRuns` is not a number of runs. */
  constructor({ endedRuns = 256 }: MemoryStoreOptions = {}) {
    if (!(endedRuns >= 0)) {
      throw new RangeError(`endedRuns is ${endedRuns}; it must be a number of runs, 0 or more.`);
    }
    this.#endedLimit = endedRuns;
  }

  async commit(transition: Transition): Promise<CommitResult> {
    const conflict = this.#findConflict(transition);
    if (conflict) return { ok: false, conflict };
    this.#apply(transition);
    return { ok: true };
  }

  async loadRun(runId: string): Promise<RunRecord | undefined> {
    return this.#runs.get(runId)?.run;
  }

  async loadCall(runId: string, toolCallId: string): Promise<CallRecord | undefined> {
    return this.#runs.get(runId)?.calls.get(toolCallId);
  }

  async loadCalls(
    runId: string,
    filter: { readonly open?: boolean } = {},
  ): Promise<readonly CallRecord[]> {
    const calls = [...(this.#runs.get(runId)?.calls.values() ?? [])];
    return calls
      .filter((call) => filter.open === undefined || isOpen(call) === filter.open)
      .sort((a, b) => a.step - b.step || a.index - b.index);
  }

  async loadMessages(runId: string, position = 0): Promise<readonly MessageRecord[]> {
    return this.#runs.get(runId)?.messages.slice(position) ?? [];
  }

  async loadThread(threadId: string): Promise<readonly MessageRecord[]> {
    return this.#threads.get(threadId)?.slice() ?? [];
  }

  async loadDecisions(runId: string): Promise<readonly DecisionRecord[]> {
    return this.#runs.get(runId)?.decisions.slice() ?? [];
  }

  async listRuns(
    filter: RunFilter,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<RunRecord>> {
    const limit = checkLimit(page.limit ?? 100);
    const after = page.cursor === undefined ? -1 : readCursor(page.cursor);
    const items: RunRecord[] = [];
    let last = after;
    for (const file of this.#runs.values()) {
      if (file.sequence <= after || !matches(file, filter)) continue;
      // One more than asked for is there, so that a cursor is only given where it leads on.
      if (items.length === limit) return { items, cursor: String(last) };
      items.push(file.run);
      last = file.sequence;
    }
    return { items };
  }

  async appendChunks(runId: string, chunks: readonly ChunkRecord[]): Promise<void> {
    const log = this.#runs.get(runId)?.chunks;
    if (!log) return;
    for (const record of chunks) {
      if (record.number > log.length) throw gapBefore(runId, record.number, log.length);
      if (record.number === log.length) log.push(record);
    }
  }

  async loadChunks(runId: string, number = 0): Promise<readonly ChunkRecord[]> {
    return this.#runs.get(runId)?.chunks.slice(number) ?? [];
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
    for (const [runId, { run }] of this.#runs) {
      if (run.threadId === threadId) this.#forgetAll(runId);
    }
  }

  /** Forgets a run with those of its sub-agents. */
  #forgetAll(runId: string): void {
    this.#forget(runId);
    for (const [id, { run }] of this.#runs) if (run.parent?.runId === runId) this.#forgetAll(id);
  }

  #forget(runId: string): void {
    this.#runs.delete(runId);
    this.#ended.delete(runId);
  }

  #findConflict({ run, ...parts }: Transition): Conflict | undefined {
    const { calls = [], messages = [], decisions = [] } = parts;
    if (run) {
      const current = this.#runs.get(run.runId)?.run;
      if (run.version !== nextVersion(current)) {
        return { kind: 'run', runId: run.runId, ...(current ? { current } : {}) };
      }
    }
    for (const { runId } of [...calls, ...messages, ...decisions]) {
      // What belongs to a run that is not there, or not any more, has nowhere to go.
      if (runId !== run?.runId && !this.#runs.has(runId)) return { kind: 'run', runId };
    }
    return this.#findCallConflict(calls) ?? this.#findMessageConflict(messages);
  }

  #findCallConflict(calls: readonly CallRecord[]): Conflict | undefined {
    for (const [index, { runId, toolCallId, version }] of calls.entries()) {
      const current = this.#runs.get(runId)?.calls.get(toolCallId);
      const twice = calls.findIndex((call) => isSameCall(call, { runId, toolCallId })) < index;
      if (twice || version !== nextVersion(current)) {
        return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
      }
    }
    return undefined;
  }

  #findMessageConflict(messages: readonly MessageRecord[]): Conflict | undefined {
    const next = new Map<string, number>();
    for (const { runId, position } of messages) {
      const expected = next.get(runId) ?? this.#runs.get(runId)?.messages.length ?? 0;
      if (position !== expected) return { kind: 'message', runId, position };
      next.set(runId, expected + 1);
    }
    return undefined;
  }

  #apply({ run, calls = [], messages = [], decisions = [] }: Transition): void {
    if (run) this.#putRun(run);
    for (const call of calls) this.#runs.get(call.runId)?.calls.set(call.toolCallId, call);
    for (const message of messages) this.#putMessage(message);
    for (const decision of decisions) this.#runs.get(decision.runId)?.decisions.push(decision);
  }

  #putMessage(message: MessageRecord): void {
    this.#runs.get(message.runId)?.messages.push(message);
    const { threadId } = message;
    if (threadId === undefined) return;
    const thread = this.#threads.get(threadId);
    if (thread) thread.push(message);
    else this.#threads.set(threadId, [message]);
  }

  #putRun(run: RunRecord): void {
    const file = this.#runs.get(run.runId);
    if (file) file.run = run;
    else {
      const empty = { calls: new Map(), messages: [], decisions: [], chunks: [] };
      this.#runs.set(run.runId, { sequence: this.#created++, run, ...empty });
    }
    if (run.state === 'running' || run.state === 'waiting') this.#ended.delete(run.runId);
    // A conversation is kept until its thread is deleted.
    else if (run.threadId === undefined) this.#rememberEnded(run.runId);
  }

  #rememberEnded(runId: string): void {
    this.#ended.add(runId);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= this.#endedLimit) return;
      this.#forget(oldest);
    }
  }
}

function isSameCall(a: CallRecord, b: Pick<CallRecord, 'runId' | 'toolCallId'>): boolean {
  return a.runId === b.runId && a.toolCallId === b.toolCallId;
}

function checkLimit(limit: number): number {
  if (limit >= 1) return limit;
  throw new RangeError(`limit is ${limit}; it must be a number of runs, at least 1.`);
}

function readCursor(cursor: string): number {
  if (/^\d+$/.test(cursor)) return Number(cursor);
  throw new RangeError(
    `"${cursor}" is no cursor of this store. Pass on the one from the last page.`,
  );
}

function gapBefore(runId: string, number: number, length: number): RangeError {
  return new RangeError(
    `Chunk ${number} of run "${runId}" does not follow on the ${length} that are there.`,
  );
}

function nextVersion(current: { readonly version: number } | undefined): number {
  return current ? current.version + 1 : 0;
}

function matches({ run, calls }: RunFile, filter: RunFilter): boolean {
  const { agentId, threadId, resourceId, state, toolName, from, to } = filter;
  return (
    (agentId === undefined || run.agentId === agentId) &&
    (threadId === undefined || run.threadId === threadId) &&
    (resourceId === undefined || run.resourceId === resourceId) &&
    (state === undefined || run.state === state) &&
    (from === undefined || run.createdAt >= from) &&
    (to === undefined || run.createdAt < to) &&
    (toolName === undefined ||
      [...calls.values()].some((call) => isOpen(call) && call.toolName === toolName))
  );
}
