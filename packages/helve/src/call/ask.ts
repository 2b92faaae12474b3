import { race } from './race.ts';

/** What a user's function answered, or that it could not. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

/**
 * Asks a function that decides something (a rule, a guard, a transform) and does not trust it to
 * answer: it may throw, reject or hang.
 */
export async function ask<T>(
  question: () => T | PromiseLike<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Answer<Awaited<T>>> {
  let asked: T | PromiseLike<T>;
  try {
    asked = question();
  } catch (error) {
    return { ok: false, error };
  }
  const raced = await race(() => asked, { timeoutMs, signal });
  if (raced.kind === 'done') return { ok: true, value: raced.value };
  if (raced.kind === 'threw') return { ok: false, error: raced.error };
  if (raced.kind === 'aborted') return { ok: false, error: raced.reason };
  return { ok: false, error: new Error(`no answer within ${timeoutMs} ms`) };
}
