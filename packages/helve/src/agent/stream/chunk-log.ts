/** A reader's place in a log. */
export interface Cursor<Entry> extends AsyncIterator<Entry, undefined> {
  /** The next entry, where it is there already: most are, and a promise for each would be dear. */
  take(): Entry | undefined;
}

/**
 * The one ordered log that a run writes. Every stream is a cursor on it: a late reader starts at the
 * beginning, a slow one holds nobody up, and a run that nobody reads goes on all the same.
 */
export class ChunkLog<Entry extends NonNullable<unknown>> {
  readonly #entries: Entry[] = [];
  #closed = false;
  /** Readers that have seen everything there is. */
  #waiting: (() => void)[] = [];

  /** How many entries there are: the number the next one gets. */
  get length(): number {
    return this.#entries.length;
  }

  /** Adds an entry; a closed log takes none. */
  append(entry: Entry): void {
    if (this.#closed) return;
    this.#entries.push(entry);
    this.#wake();
  }

  /** No entry will follow. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** Reads from entry `start` to the end, waiting for what is not there yet. */
  read(start = 0): { [Symbol.asyncIterator](): Cursor<Entry> } {
    return { [Symbol.asyncIterator]: () => this.#cursor(start) };
  }

  #cursor(start: number): Cursor<Entry> {
    let next = start;
    let left = false;
    const take = (): Entry | undefined => {
      if (left || next >= this.#entries.length) return undefined;
      return this.#entries[next++];
    };
    return {
      take,
      next: async () => {
        for (;;) {
          const entry = take();
          if (entry !== undefined) return { done: false, value: entry };
          if (left || this.#closed) return { done: true, value: undefined };
          await new Promise<void>((wake) => this.#waiting.push(wake));
        }
      },
      return: async () => {
        left = true;
        this.#wake();
        return { done: true, value: undefined };
      },
    };
  }

  #wake(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
