/** Runs pieces of work beside each other, at most `limit` at once, in the order they came. */
export class Limiter {
  readonly #limit: number;
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a place: at once, or when the promise resolves. Each is to be given back. */
  enter(): Promise<void> | undefined {
    // The one that leaves hands its place over, so the count stays as it is.
    if (this.#running >= this.#limit) return new Promise((start) => this.#queue.push(start));
    this.#running += 1;
    return undefined;
  }

  leave(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#running -= 1;
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.enter();
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
