import type { JsonValue } from '../tool/json.ts';

/** One chunk of a run's log, in the form that screens may see. */
export interface ChunkRecord {
  /** From 0, without gaps. */
  readonly number: number;
  readonly chunk: JsonValue;
}

/** The part of a store that keeps what is shown of runs, and tells of it. */
export interface ChunkStore {
  /**
   * Whether what it holds outlives the process. Only then are the streams of runs kept where nobody
   * asks for it.
   */
  readonly isDurable?: boolean;
  /**
   * Adds to the log of a run. Chunks that are there already are left as they are; those of a run
   * that is not there are dropped, and where an `owner` is named, those of a run that it does not
   * hold.
   *
   * Gives the number that follows on the last chunk there ever was; nothing where the chunks were
   * dropped.
   *
   * @throws RangeError where a chunk would leave a gap before it.
   */
  appendChunks(
    runId: string,
    chunks: readonly ChunkRecord[],
    owner?: string,
  ): Promise<number | undefined>;
  /** The log of a run, from chunk `number` on. */
  loadChunks(runId: string, number?: number): Promise<readonly ChunkRecord[]>;
  /** Forgets the log of a run. Numbers go on after the last chunk that was there. */
  deleteChunks(runId: string): Promise<void>;
  /**
   * Calls `changed` whenever there may be news of a run, until the function that it gives is called:
   * after chunks were added to its log, after a transition that tells, after it was deleted, whoever
   * did it in whichever process. Several changes may be told as one, and some of nothing.
   *
   * It resolves when all that happens from then on is told: look at the run once more then.
   * `changed` must not throw. Whatever it costs to hear of other processes is spent only while
   * somebody watches.
   */
  watch(runId: string, changed: () => void): Promise<() => void>;
}
