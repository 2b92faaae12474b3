/** Runs work on the same key one after another, and work on different keys beside each other. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Whether work on the key is going on, or waits. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#tails.get(key) === mine) this.#tails.delete(key);
    }
  }
}
