/** What of a run is under way beside its loop, which waits here for the end of it. */
export class UnderWay {
  #count = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** How many pieces of work have not ended. */
  get size(): number {
    return this.#count;
  }

  /** Work that fails is the loop's to hear of: it never counts as unhandled. */
  add(work: Promise<void>): void {
    this.#count += 1;
    work.then(this.#onDone, this.#onFailed);
  }

  /**
   * Resolves when nothing is under way, work that was added meanwhile included; absent where that is
   * now.
   *
   * @throws the first failure, at once.
   */
  atRest(): Promise<void> | undefined {
    if (this.#failure) return Promise.reject(this.#takeFailure());
    if (this.#count === 0) return undefined;
    return new Promise((resolve, reject) => {
      this.#wake = () => (this.#failure ? reject(this.#takeFailure()) : resolve());
    });
  }

  /** The same, whatever the work comes to. */
  async settled(): Promise<void> {
    while (this.#count > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#failure = undefined;
  }

  #takeFailure(): unknown {
    const error = this.#failure?.error;
    this.#failure = undefined;
    return error;
  }

  readonly #onDone = (): void => {
    this.#count -= 1;
    if (this.#count === 0) this.#wake?.();
  };

  readonly #onFailed = (error: unknown): void => {
    this.#failure ??= { error };
    this.#count -= 1;
    this.#wake?.();
  };
}
