import { race } from '../../call/race.ts';

/**
 * Waits for one of the host's own functions, which may take its time; an abort ends the wait.
 *
 * @throws what the function throws, or the abort's reason.
 */
export async function askHost<T>(
  question: () => T | PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<Awaited<T>> {
  const raced = await race(question, { signal });
  if (raced.kind === 'done') return raced.value;
  throw raced.kind === 'threw' ? raced.error : signal?.reason;
}
