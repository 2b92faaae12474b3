/** Whether a run's stream is stored, so that others can join it. */
export interface StoreStreamOptions {
  /**
   * Stores what screens are shown of a run while it goes on, for an hour beyond its end:
   * `observeStream()` then joins it from any process, and goes on where a dead one was.
   *
   * Default: the streams of `stream()` on a store that outlives the process, and none else. `true`:
   * those of `generate()` and in memory, too. `false`: none.
   */
  readonly storeStream?: boolean;
}
