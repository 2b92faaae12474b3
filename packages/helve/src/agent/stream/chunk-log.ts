/** A reader's place in a log. */
export interface Cursor<Entry> extends AsyncIterator<Entry, undefined> {
  /** The next entry, where it is there already: most are, and a promise for each would be dear. */
  take(): Entry | undefined;
  /** Whether nothing more will come. */
  readonly isOver: boolean;
  /** Resolves when something has come, or nothing more will. */
  news(): Promise<void>;
}

/**
 * The one ordered log that a run writes. Every stream is a cursor on it: a late reader starts at the
 * beginning, a slow one holds nobody up, and a run that nobody reads goes on all the same.
 */
export class ChunkLog<Entry extends NonNullable<unknown>> {
  readonly #entries: Entry[] = [];
  #closed = false;
  /** What readers wait for that have seen everything there is; absent while there are none. */
  #news: Promise<void> | undefined;
  #tell: () => void = () => undefined;

  /** How many entries there are: the number the next one gets. */
  get length(): number {
    return this.#entries.length;
  }

  /** The entries there are, from number `start` on. */
  entries(start: number): readonly Entry[] {
    return this.#entries.slice(start);
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
    const log = this;
    let next = start;
    let left = false;
    return {
      take() {
        return left || next >= log.#entries.length ? undefined : log.#entries[next++];
      },
      get isOver() {
        return left || (log.#closed && next >= log.#entries.length);
      },
      news: () => log.#whenNews(),
      async next() {
        for (;;) {
          const value = this.take();
          if (value !== undefined) return { done: false, value };
          if (this.isOver) return { done: true, value: undefined };
          await log.#whenNews();
        }
      },
      async return() {
        left = true;
        log.#wake();
        return { done: true, value: undefined };
      },
    };
  }

  #whenNews(): Promise<void> {
    this.#news ??= new Promise((resolve) => {
      this.#tell = resolve;
    });
    return this.#news;
  }

  #wake(): void {
    if (!this.#news) return;
    this.#news = undefined;
    this.#tell();
  }
}
