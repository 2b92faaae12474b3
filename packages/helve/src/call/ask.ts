import { race } from './race.ts';

/** What a user's function answered, or that it could not. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly error: unknown;
      /** It was not the function's fault: the run was aborted meanwhile. */
      readonly aborted: boolean;
    };

/**
 * Asks a function that decides something (a rule, a guard, a transform) and does not trust it to
 * answer: it may throw, reject or hang.
 */
export async function ask<T>(
  question: () => T | PromiseLike<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Answer<Awaited<T>>> {
  const raced = await race(question, { timeoutMs, signal });
  switch (raced.kind) {
    case 'done':
      return { ok: true, value: raced.value };
    case 'threw':
      return { ok: false, error: raced.error, aborted: false };
    case 'aborted':
      return { ok: false, error: raced.reason, aborted: true };
    case 'timed-out':
      return { ok: false, error: new Error(`no answer within ${timeoutMs} ms`), aborted: false };
  }
}
