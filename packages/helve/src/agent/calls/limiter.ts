/** Runs pieces of work beside each other, at most `limit` at once, in the order they came. */
export class Limiter {
  readonly #limit: number;
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) {
      // The one that ends hands its place over, so the count stays as it is.
      await new Promise<void>((start) => this.#queue.push(start));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
