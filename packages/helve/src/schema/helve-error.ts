const MARKER = Symbol.for('helve.error');

export interface HelveErrorOptions {
  /** The class's name as logs show it. Written out, because bundlers rename classes. */
  readonly name: string;
  /** Stable and unique to the class: what code that handles errors compares. */
  readonly code: string;
  /** Says what to do about it. */
  readonly message: string;
  /** What made it happen. For logs: neither a model nor a person is shown it. */
  readonly cause?: unknown;
}

/**
 * The base of every error that Helve throws. Each kind is one subclass with one stable `code`.
 *
 * Expected outcomes (a value that a schema refuses, a call that a person declines) are values,
 * not errors: nothing pays for a stack trace to hear "no".
 *
 * `isInstance` recognises errors by a marker and the code, so that it also works when two copies
 * of the library are loaded, where `instanceof` fails.
 *
 * @example
 * ```ts
 * class LeaseLostError extends HelveError {
 *   constructor(taskId: string) {
 *     const message = `Task ${taskId} is now another worker's. Drop this attempt's result.`;
 *     super({ name: 'LeaseLostError', code: 'LEASE_LOST', message });
 *   }
 *   static override isInstance(value: unknown): value is LeaseLostError {
 *     return HelveError.hasCode(value, 'LEASE_LOST');
 *   }
 * }
 * ```
 */
export abstract class HelveError extends Error {
  readonly code: string;

  constructor({ name, code, message, ...rest }: HelveErrorOptions) {
    super(message, 'cause' in rest ? { cause: rest.cause } : undefined);
    this.code = code;
    // not enumerable, so that a printed error shows its code and nothing twice
    Object.defineProperty(this, 'name', { value: name, configurable: true, writable: true });
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether `value` is an error of Helve's, from this or another copy of the library. */
  static isInstance(value: unknown): value is HelveError {
    return value instanceof Error && Reflect.get(value, MARKER) === true;
  }

  /** Whether `value` is Helve's error with this code: what subclasses build `isInstance` from. */
  protected static hasCode(value: unknown, code: string): boolean {
    return HelveError.isInstance(value) && value.code === code;
  }
}
