import { HelveError } from '../schema/helve-error.ts';

/**
 * Why a store could not do what it was asked to:
 *
 * - `full`: there is no room left. Nothing of the transition was kept.
 * - `busy`: others held the database for too long. Nothing was kept; try again.
 * - `unavailable`: the database could not be reached, or went away. Where it went away while a
 *   transition was being confirmed, the transition may have been kept.
 * - `unreadable`: what is there is no database, is damaged, or needs another `codec`.
 * - `newer`: a newer version of Helve has changed the database since.
 * - `unsupported`: the runtime or the database lacks what the store needs.
 * - `closed`: the store was closed.
 */
export type StoreFailure =
  | 'full'
  | 'busy'
  | 'unavailable'
  | 'unreadable'
  | 'newer'
  | 'unsupported'
  | 'closed';

/**
 * A durable store failed. The message says what to do; `reason` says which kind of failure it is.
 * `code` is `STORE_FAILED`.
 *
 * @example
 * ```ts
 * try {
 *   await agent.generate('Refund order 1042.');
 * } catch (error) {
 *   if (StoreError.isInstance(error) && error.reason === 'full') makeRoom();
 *   else throw error;
 * }
 * ```
 */
export class StoreError extends HelveError {
  readonly reason: StoreFailure;

  constructor(reason: StoreFailure, message: string, options: { readonly cause?: unknown } = {}) {
    super({ name: 'StoreError', code: 'STORE_FAILED', message, ...options });
    this.reason = reason;
  }

  /** Whether `value` is a `StoreError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is StoreError {
    return HelveError.hasCode(value, 'STORE_FAILED');
  }
}
