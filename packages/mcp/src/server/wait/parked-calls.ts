/** A call that is running and waits for its client's answer. */
export interface ParkedCall {
  readonly id: string;
  /** Ends the call. */
  abort(reason: Error): void;
}

/**
 * Keeps the calls that wait in the middle of `execute`, until their client comes back or the time
 * for it is over. They are few: each holds whatever its tool holds.
 */
export class ParkedCalls<Call extends ParkedCall> {
  readonly #most: number;
  readonly #calls = new Map<string, { readonly call: Call; readonly timer: Timer }>();

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#calls.size >= this.#most;
  }

  hold(call: Call, timeoutMs: number): void {
    const timer = setTimeout(() => {
      this.#calls.delete(call.id);
      call.abort(new Error('Nobody answered in time.'));
    }, timeoutMs);
    // A process that has nothing else to do need not wait for a user.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    this.#calls.set(call.id, { call, timer });
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** Gives the call back, once. */
  take(id: string): Call | undefined {
    const held = this.#calls.get(id);
    if (!held) return undefined;
    clearTimeout(held.timer);
    this.#calls.delete(id);
    return held.call;
  }

  /** Ends all calls, or those of some client. */
  abortAll(reason: Error, which: (call: Call) => boolean = () => true): void {
    for (const { call } of [...this.#calls.values()].filter(({ call }) => which(call))) {
      this.take(call.id);
      call.abort(reason);
    }
  }
}

type Timer = ReturnType<typeof setTimeout>;
