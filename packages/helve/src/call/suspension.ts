import { SuspendUnavailableError } from '../tool/tool-errors.ts';

const signalMarker: unique symbol = Symbol.for('helve.suspend-signal');

/**
 * What `suspend()` rejects with, to leave `execute`. It carries nothing and needs no handling: the
 * call is suspended already.
 */
class SuspendSignal extends Error {
  override readonly name = 'SuspendSignal';

  constructor() {
    super('The call is suspended. Let this pass: it only leaves execute().');
  }

  get [signalMarker](): true {
    return true;
  }
}

/**
 * Tells the signal by which `suspend()` leaves `execute` from an error, for tools that catch
 * everything. Catching it changes nothing: the call stays suspended.
 *
 * @example
 * try { await step(); } catch (error) { if (isSuspendSignal(error)) throw error; report(error); }
 */
export function isSuspendSignal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && signalMarker in value;
}

/** A promise that leaves `execute` where it is awaited. */
function leaveExecute(): Promise<never> {
  return handled(Promise.reject<never>(new SuspendSignal()));
}

/** A tool need not await `suspend()`, and an unhandled rejection would end the process. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** One execution's chance to suspend: remembers the first payload, ignores the rest. */
export class SuspendRequest {
  #requested = false;
  #payload: unknown;
  #listener: (() => void) | undefined;

  get requested(): boolean {
    return this.#requested;
  }

  get payload(): unknown {
    return this.#payload;
  }

  /** Calls `listener` when the tool suspends, or now if it has. */
  onRequested(listener: () => void): void {
    if (this.#requested) listener();
    else this.#listener = listener;
  }

  /** The `suspend` of a tool's context. */
  readonly suspend = (payload?: unknown): Promise<never> => {
    if (!this.#requested) {
      this.#requested = true;
      this.#payload = payload;
      this.#listener?.();
    }
    return leaveExecute();
  };
}

/** The `suspend` of a runtime that cannot wait. */
export function suspendUnavailable(): Promise<never> {
  throw new SuspendUnavailableError();
}
