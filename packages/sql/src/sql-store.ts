import type {
  CallFilter,
  CallRecord,
  ChunkRecord,
  CommitResult,
  DecisionRecord,
  ExpiryFilter,
  MessageRecord,
  Page,
  Retention,
  RunFilter,
  RunRecord,
  Store,
  Transition,
} from 'helve/store';
import { appendChunks, deleteChunks, readChunks } from './chunk-log.ts';
import { checkLeaseMs, claimRun, releaseRun, renewRun } from './claim-run.ts';
import { commitTransition, tells } from './commit-transition.ts';
import { deleteResource, deleteRun, deleteThread } from './delete-runs.ts';
import { idText } from './id-text.ts';
import { listExpiring } from './list-expiring.ts';
import { listRuns } from './list-runs.ts';
import type { PayloadCodec } from './payload-codec.ts';
import { payloadColumn } from './payload-codec.ts';
import { pruneChunks, pruneRuns, pruneThreads } from './prune.ts';
import {
  readCall,
  readCalls,
  readDecisions,
  readMessages,
  readRun,
  readThread,
} from './read-records.ts';
import type { Dialect, SqlEngine, Steps } from './sql-engine.ts';
import type { Tables } from './tables.ts';
import { tablesOf } from './tables.ts';

/** What the stores in databases have in common. */
export interface SqlStoreOptions {
  /** Writes payloads in another form, encrypted for example, and reads them again. */
  readonly codec?: PayloadCodec;
  /** The clock for leases, in milliseconds since 1970; made for tests. Default: the database's. */
  readonly now?: () => number;
}

/** A store in a database that speaks SQL: the same statements whichever it is. */
export abstract class SqlStore implements Store {
  readonly isDurable: boolean = true;
  readonly #engine: SqlEngine;
  readonly #tables: Tables;

  protected constructor(engine: SqlEngine, dialect: Dialect, { codec, now }: SqlStoreOptions) {
    this.#engine = engine;
    this.#tables = tablesOf(dialect, payloadColumn(codec), now);
  }

  async commit(transition: Transition): Promise<CommitResult> {
    if (transition.lease) checkLeaseMs(transition.lease.leaseMs);
    const result = await this.#engine.transact(() => commitTransition(this.#tables, transition), {
      keep: ({ ok }) => ok,
      durable: mustLast(transition),
    });
    const told = tells(transition);
    if (result.ok && told !== undefined && this.#tables.dialect.notify === undefined) {
      await this.#engine.tell(idText(told));
    }
    return result;
  }

  loadRun(runId: string): Promise<RunRecord | undefined> {
    return this.#read((tables) => readRun(tables, runId));
  }

  loadCall(runId: string, toolCallId: string): Promise<CallRecord | undefined> {
    return this.#read((tables) => readCall(tables, runId, toolCallId));
  }

  loadCalls(
    runId: string | readonly string[],
    filter: CallFilter = {},
  ): Promise<readonly CallRecord[]> {
    const runIds = typeof runId === 'string' ? [runId] : runId;
    return this.#read((tables) => readCalls(tables, runIds, filter));
  }

  loadMessages(runId: string, position = 0): Promise<readonly MessageRecord[]> {
    return this.#read((tables) => readMessages(tables, runId, position));
  }

  loadThread(threadId: string): Promise<readonly MessageRecord[]> {
    return this.#read((tables) => readThread(tables, threadId));
  }

  loadDecisions(runId: string): Promise<readonly DecisionRecord[]> {
    return this.#read((tables) => readDecisions(tables, runId));
  }

  listRuns(
    filter: RunFilter,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<RunRecord>> {
    return this.#read((tables) => listRuns(tables, filter, page));
  }

  listExpiring(
    filter: ExpiryFilter,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<Page<CallRecord>> {
    return this.#read((tables) => listExpiring(tables, filter, page));
  }

  async appendChunks(
    runId: string,
    chunks: readonly ChunkRecord[],
    owner?: string,
  ): Promise<number | undefined> {
    const next = await this.#engine.transact(() =>
      appendChunks(this.#tables, runId, chunks, owner),
    );
    if (next !== undefined && chunks.length > 0) await this.#engine.tell(idText(runId));
    return next;
  }

  loadChunks(runId: string, number = 0): Promise<readonly ChunkRecord[]> {
    return this.#read((tables) => readChunks(tables, runId, number));
  }

  deleteChunks(runId: string): Promise<void> {
    return this.#erase((tables) => deleteChunks(tables, runId));
  }

  watch(runId: string, changed: () => void): Promise<() => void> {
    return this.#engine.watch(idText(runId), changed);
  }

  async claimRun(runId: string, owner: string, leaseMs: number): Promise<RunRecord | undefined> {
    checkLeaseMs(leaseMs);
    return this.#engine.transact(() => claimRun(this.#tables, runId, owner, leaseMs));
  }

  async renewRun(runId: string, owner: string, leaseMs: number): Promise<boolean> {
    checkLeaseMs(leaseMs);
    return this.#engine.transact(() => renewRun(this.#tables, runId, owner, leaseMs));
  }

  releaseRun(runId: string, owner: string): Promise<void> {
    return this.#engine.transact(() => releaseRun(this.#tables, runId, owner));
  }

  deleteRun(runId: string): Promise<void> {
    return this.#delete((tables) => deleteRun(tables, runId));
  }

  deleteThread(threadId: string): Promise<void> {
    return this.#delete((tables) => deleteThread(tables, threadId));
  }

  deleteResource(resourceId: string): Promise<void> {
    return this.#delete((tables) => deleteResource(tables, resourceId));
  }

  async prune({ chunksBefore, runsBefore, threadsBefore }: Retention): Promise<void> {
    const kinds = [
      [pruneChunks, chunksBefore],
      [pruneRuns, runsBefore],
      [pruneThreads, threadsBefore],
    ] as const;
    for (const [prune, before] of kinds) {
      if (before === undefined) continue;
      while (await this.#erase((tables) => prune(tables, before)));
    }
  }

  async #delete(makeSteps: (tables: Tables) => Steps<void>): Promise<void> {
    await this.#erase(makeSteps);
    await this.#engine.tell();
  }

  #erase<T>(makeSteps: (tables: Tables) => Steps<T>): Promise<T> {
    return this.#engine.transact(() => makeSteps(this.#tables), { erases: true, durable: true });
  }

  /** One statement is a transaction of its own. */
  async #read<T>(makeSteps: (tables: Tables) => Steps<T>): Promise<T> {
    const steps = makeSteps(this.#tables);
    let step = steps.next();
    while (!step.done) step = steps.next(await this.#engine.query(step.value));
    return step.value;
  }
}

/** Somebody waits for it, or has decided: that must not be lost with the power, either. */
function mustLast({ run, calls = [], decisions = [] }: Transition): boolean {
  return (
    decisions.length > 0 ||
    run?.state === 'waiting' ||
    calls.some(({ state }) => state !== 'executing' && state !== 'settled')
  );
}
