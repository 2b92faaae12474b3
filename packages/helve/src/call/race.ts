import { isThenable } from './is-thenable.ts';

/** How a piece of work ended that had a signal and a clock beside it. */
export type Raced<T> =
  | Settled<T>
  | { readonly kind: 'aborted'; readonly reason: unknown }
  | { readonly kind: 'timed-out' };

/** How a piece of work ended by itself. */
type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown };

/** What stands beside the work. */
export interface RaceLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Told when the clock has run out: aborts the work's own signal. */
  readonly onTimeout?: () => void;
  /** Given what the work came to after the race was over. */
  readonly onLate?: (late: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/**
 * Waits for `work`, or for the signal or the clock, whichever comes first: it always returns, also
 * where the work ignores its signal. Gives the end at once where the work has ended at once. Never
 * throws or rejects, and leaves no rejection of the work's unhandled.
 */
export function race<T>(
  work: () => T | PromiseLike<T>,
  limits: RaceLimits,
): Raced<Awaited<T>> | Promise<Raced<Awaited<T>>> {
  const { signal, timeoutMs } = limits;
  if (signal?.aborted) return { kind: 'aborted', reason: signal.reason };
  const running = start(work);
  if (!(running instanceof Promise) || (!signal && timeoutMs === undefined)) return running;
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
    const onClock = (): void => {
      end({ kind: 'timed-out' });
      limits.onTimeout?.();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(onClock, timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    // The work itself may have aborted, and a signal speaks only once.
    if (signal?.aborted) onAbort();
    void running.then((result) => {
      if (over) limits.onLate?.(result.kind === 'done' ? { value: result.value } : result);
      else end(result);
    });
  });
}

/** Starts the work; gives its end at once where it has ended at once. */
function start<T>(
  work: () => T | PromiseLike<T>,
): Settled<Awaited<T>> | Promise<Settled<Awaited<T>>> {
  try {
    const value = work();
    // What is no thenable is what awaiting it would give.
    return isThenable(value) ? settle(value) : { kind: 'done', value: value as Awaited<T> };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

function settle<T>(pending: PromiseLike<T>): Promise<Settled<Awaited<T>>> {
  // Adopted once: a lazy thenable, such as a query, starts again with each `then`.
  return Promise.resolve(pending).then(done, threw);
}

function done<T>(value: T): Settled<T> {
  return { kind: 'done', value };
}

function threw(error: unknown): Settled<never> {
  return { kind: 'threw', error };
}
