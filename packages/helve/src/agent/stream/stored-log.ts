import type { ProjectionRuntime } from '../../call/project.ts';
import type { ChunkRecord } from '../../store/chunk-store.ts';
import type { ChunkLogState } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { waitAtMost } from '../run/wait-at-most.ts';
import type { Chunk } from './chunk.ts';
import type { ChunkLog } from './chunk-log.ts';
import type { NextLook } from './forget-streams.ts';
import { forgetStreams } from './forget-streams.ts';
import type { LogEntry } from './log-entry.ts';
import { storedForm } from './stored-chunk.ts';

/** How long chunks are gathered before they are written, in milliseconds. */
const BATCH_MS = 50;
/** How long the end of a run waits for the last of them, in milliseconds. */
const LAST_AT_MOST_MS = 5_000;

/** What a stored log belongs to. */
export interface StoredLogOptions {
  readonly runId: string;
  readonly store: Store;
  /** Who must hold the run for what is written to count. */
  readonly owner: string | undefined;
  /** The run's log, from where the run went on in this process. */
  readonly log: ChunkLog<LogEntry>;
  readonly runtime: ProjectionRuntime;
  /** What is there of earlier. */
  readonly state: ChunkLogState | undefined;
}

/** What ends a run's log, to be committed with the end. */
export interface LastChunks {
  readonly chunkLog: ChunkLogState;
  readonly chunks: readonly ChunkRecord[];
}

/**
 * Writes the display form of a run's chunks to the store, in batches: one more reader of its log. It
 * never holds the run up, and where it fails, the run goes on and its log is marked as incomplete.
 */
export class StoredLog {
  readonly #options: StoredLogOptions;
  /** The number of the next chunk. */
  #next: number;
  /** The number of the first chunk in this process. */
  #first: number;
  /** How many entries of the log were looked at. */
  #taken = 0;
  #isIncomplete: boolean;
  #isOver = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: StoredLogOptions) {
    const { length = 0, isIncomplete = false } = options.state ?? {};
    this.#options = options;
    this.#first = length;
    this.#next = length;
    this.#isIncomplete = isIncomplete;
  }

  /** The number of the first chunk that the run's log has here. */
  get first(): number {
    return this.#first;
  }

  /** What the run's record says of it. */
  get state(): ChunkLogState {
    const length = this.#next;
    return this.#isIncomplete ? { length, isIncomplete: true } : { length };
  }

  /** Looks how far the log has come that a dead process was writing. */
  async takeOver(): Promise<void> {
    const { store, runId, owner } = this.#options;
    try {
      this.#next = (await store.appendChunks(runId, [], owner)) ?? this.#next;
      this.#first = this.#next;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes from now on, until `last()` or the end of the log. */
  start(): void {
    void this.#follow();
  }

  /** Writes what is left, and gives the chunks to commit with the end. Nothing is written after. */
  async last(last: readonly Chunk[]): Promise<LastChunks> {
    this.#isOver = true;
    const isWritten = await waitAtMost(LAST_AT_MOST_MS, this.#write());
    if (!isWritten) this.#fail(new Error(`It takes longer than ${LAST_AT_MOST_MS} ms.`));
    if (this.#isIncomplete) return { chunkLog: this.state, chunks: [] };
    const chunks = await this.#records(last.map((chunk) => ({ chunk })));
    return { chunkLog: { length: this.#next + chunks.length }, chunks };
  }

  /** Makes room, where it has been a while: the run has ended, or waits. */
  forgetOthers(next: NextLook): void {
    forgetStreams(this.#options.store, this.#options.runtime.logger, next);
  }

  /** Stops: the run is given up here. */
  stop(): void {
    this.#isOver = true;
  }

  async #follow(): Promise<void> {
    const { log } = this.#options;
    while (!this.#isOver) {
      // Nothing is done, and no timer set, until there is something to write.
      const { done } = await log.read(this.#taken)[Symbol.asyncIterator]().next();
      if (done) return;
      await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
      if (!this.#isOver) await this.#write();
    }
  }

  /** Writes what the log has by now, behind what is being written. */
  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeBatch());
    return this.#writing;
  }

  async #writeBatch(): Promise<void> {
    const { store, runId, owner, log } = this.#options;
    const entries = log.entries(this.#taken);
    this.#taken += entries.length;
    if (this.#isIncomplete) return;
    try {
      const chunks = await this.#records(entries);
      if (chunks.length === 0 || this.#isIncomplete) return;
      const next = await store.appendChunks(runId, chunks, owner);
      if (next === undefined) {
        // Another process has the run, or it was deleted; its next commit will tell.
        this.stop();
        return;
      }
      this.#next += chunks.length;
      if (next !== this.#next) throw new Error(`Chunk ${next} is next, and not ${this.#next}.`);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #records(entries: readonly LogEntry[]): Promise<readonly ChunkRecord[]> {
    const records: ChunkRecord[] = [];
    for (const entry of entries) {
      const chunk = await storedForm(entry, this.#options.runtime);
      if (chunk !== undefined) records.push({ number: this.#next + records.length, chunk });
    }
    return records;
  }

  #fail(error: unknown): void {
    if (this.#isIncomplete) return;
    this.#isIncomplete = true;
    const { runId, runtime } = this.#options;
    runtime.logger.error(
      `The stream of run "${runId}" could not be stored; the run goes on, and nobody can join it any more.`,
      { runId, error },
    );
  }
}
