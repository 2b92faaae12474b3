/** How a piece of work ended that had a signal and a clock beside it. */
export type Raced<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'timed-out' };

/** What stands beside the work. */
export interface RaceLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Told when the clock runs out, before the race ends: aborts the work's own signal. */
  readonly onTimeout?: () => void;
  /** Given what the work came to after the race was over. */
  readonly onLate?: (late: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/**
 * Waits for `work`, or for the signal or the clock, whichever comes first: it always returns, also
 * where the work ignores its signal. Never rejects.
 */
export async function race<T>(
  work: () => T | PromiseLike<T>,
  limits: RaceLimits,
): Promise<Raced<Awaited<T>>> {
  const { signal, timeoutMs } = limits;
  if (signal?.aborted) return { kind: 'aborted', reason: signal.reason };
  if (!signal && timeoutMs === undefined) return attempt(work);
  return new Promise((resolve) => {
    let over = false;
    const end = (result: Raced<Awaited<T>>): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const onAbort = (): void => end({ kind: 'aborted', reason: signal?.reason });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            end({ kind: 'timed-out' });
            limits.onTimeout?.();
          }, timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    void attempt(work).then((result) => {
      if (over) limits.onLate?.(result.kind === 'done' ? { value: result.value } : result);
      else end(result);
    });
  });
}

async function attempt<T>(
  work: () => T | PromiseLike<T>,
): Promise<
  | { readonly kind: 'done'; readonly value: Awaited<T> }
  | { readonly kind: 'threw'; readonly error: unknown }
> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    return { kind: 'threw', error };
  }
}
