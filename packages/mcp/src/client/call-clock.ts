/** How long a call may take. */
export interface CallLimits {
  /** Without a sign of life, in milliseconds. */
  readonly timeoutMs: number;
  /** In all. */
  readonly maxTimeoutMs: number;
}

/**
 * The clock and the signal of one call to a server. Its time begins anew with each sign of life, and
 * stands still while a person is asked.
 */
export class CallClock {
  readonly #controller = new AbortController();
  readonly #limits: CallLimits;
  readonly #timedOut: (limitMs: number) => Error;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #spentMs = 0;
  #startedAt: number | undefined;
  #unlink: (() => void) | undefined;

  constructor(limits: CallLimits, timedOut: (limitMs: number) => Error) {
    this.#limits = limits;
    this.#timedOut = timedOut;
  }

  /** Aborted when time is up, and when what the call is linked to is. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the clock, or goes on after a pause; from now on, the call ends with `signal`. */
  run(signal: AbortSignal): void {
    this.#startedAt ??= Date.now();
    this.#unlink?.();
    const onAbort = (): void => this.stop(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#unlink = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else this.beat();
  }

  /** A sign of life. */
  beat(): void {
    if (this.#startedAt === undefined || this.signal.aborted) return;
    clearTimeout(this.#idle);
    const { timeoutMs, maxTimeoutMs } = this.#limits;
    const left = maxTimeoutMs - this.#spentMs - (Date.now() - this.#startedAt);
    const isLast = left <= timeoutMs;
    this.#idle = setTimeout(
      () => this.stop(this.#timedOut(isLast ? maxTimeoutMs : timeoutMs)),
      Math.max(0, isLast ? left : timeoutMs),
    );
  }

  /** Waits for something that has a limit of its own, such as a connection. */
  async beside<T>(work: Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    try {
      return await work;
    } finally {
      this.beat();
    }
  }

  /** A person is asked: neither time nor the run that asked counts until the answer comes. */
  pause(): void {
    this.#unlink?.();
    clearTimeout(this.#idle);
    if (this.#startedAt !== undefined) this.#spentMs += Date.now() - this.#startedAt;
    this.#startedAt = undefined;
  }

  /** Ends the call. */
  stop(reason: unknown): void {
    this.end();
    if (!this.signal.aborted) this.#controller.abort(reason);
  }

  /** The call has ended. */
  end(): void {
    this.pause();
  }
}
