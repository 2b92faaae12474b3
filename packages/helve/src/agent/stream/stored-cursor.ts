import type { Store } from '../../store/store.ts';
import type { Chunk } from './chunk.ts';
import { StreamNotStoredError } from './stream-not-stored-error.ts';

/** A chunk with its number in the run's log. */
export interface NumberedChunk {
  readonly number: number;
  readonly chunk: Chunk;
}

/** Ends a watch that is being set up or is there. */
type Stop = () => void;

/**
 * Reads a run's stored log from chunk `from` on, and follows it, whichever process writes it, until the
 * run waits or has ended. Where it ends for another reason, it rejects and says why.
 */
export function readStored(
  store: Store,
  runId: string,
  from: number,
): AsyncIterable<NumberedChunk> {
  return { [Symbol.asyncIterator]: () => new StoredCursor(store, runId, from) };
}

class StoredCursor implements AsyncIterator<NumberedChunk> {
  readonly #store: Store;
  readonly #runId: string;
  /** The number of the chunk to read next. */
  #next: number;
  #read: readonly NumberedChunk[] = [];
  #place = 0;
  #isOver = false;
  /** There may be news since the store was last looked at. */
  #isNews = true;
  #wake: Stop | undefined;
  #watch: Promise<Stop> | undefined;

  constructor(store: Store, runId: string, from: number) {
    this.#store = store;
    this.#runId = runId;
    this.#next = from;
  }

  async next(): Promise<IteratorResult<NumberedChunk, undefined>> {
    try {
      while (!this.#isOver && this.#place >= this.#read.length) await this.#look();
    } catch (error) {
      this.#end();
      throw error;
    }
    const value = this.#isOver ? undefined : this.#read[this.#place++];
    if (value) return { done: false, value };
    this.#end();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<NumberedChunk, undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  async #look(): Promise<void> {
    if (!this.#isNews) {
      await this.#news();
      return;
    }
    this.#isNews = false;
    if (await this.#load()) {
      // The end of a run comes with its last chunk: without that, there is nothing to ask yet.
      if (this.#read.at(-1)?.chunk.type === 'finish') this.#isNews = true;
      return;
    }
    const run = await this.#store.loadRun(this.#runId);
    if (run?.chunkLog?.isIncomplete) throw StreamNotStoredError.incomplete(this.#runId);
    // What was there when it stopped running is there to be read.
    if (run?.state === 'running' || (await this.#load())) return;
    if (run && (run.chunkLog?.length ?? 0) > this.#next) {
      throw StreamNotStoredError.forgotten(this.#runId);
    }
    this.#end();
  }

  /** Reads what is there; `false` where there is nothing new. */
  async #load(): Promise<boolean> {
    const records = await this.#store.loadChunks(this.#runId, this.#next);
    const [first] = records;
    const last = records.at(-1);
    if (!first || !last) return false;
    if (first.number > this.#next) throw StreamNotStoredError.forgotten(this.#runId);
    // What `StoredLog` wrote.
    this.#read = records as unknown as readonly NumberedChunk[];
    this.#place = 0;
    this.#next = last.number + 1;
    return true;
  }

  /** Resolves when there may be something new. */
  async #news(): Promise<void> {
    if (!this.#watch) {
      this.#watch = this.#store.watch(this.#runId, () => {
        this.#isNews = true;
        this.#wake?.();
      });
      await this.#watch;
      // What happened before was told to nobody.
      this.#isNews = true;
    }
    if (this.#isNews || this.#isOver) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #end(): void {
    this.#isOver = true;
    this.#wake?.();
    this.#watch?.then(
      (stop) => stop(),
      () => undefined,
    );
    this.#watch = undefined;
  }
}
