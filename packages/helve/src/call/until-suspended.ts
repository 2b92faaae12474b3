import { isThenable } from './is-thenable.ts';
import type { SuspendRequest } from './suspension.ts';

/**
 * How long `execute` may go on after it suspended, in milliseconds, so that its `finally` blocks
 * have run before the wait is announced.
 */
const SUSPEND_GRACE_MS = 5_000;

/** Runs `work`, and ends with it, or a little after it suspended where it does not let go. */
export function untilSuspended(work: () => unknown, request: SuspendRequest): unknown {
  const running = work();
  return isThenable(running) ? settledOrSuspended(running, request) : running;
}

function settledOrSuspended(
  running: PromiseLike<unknown>,
  request: SuspendRequest,
): Promise<unknown> {
  // Adopted once: a lazy thenable, such as a query, starts again with each `then`.
  const adopted = Promise.resolve(running);
  return new Promise((resolve, reject) => {
    adopted.then(resolve, reject);
    request.onRequested(() => {
      const timer = setTimeout(resolve, SUSPEND_GRACE_MS);
      const stop = (): void => clearTimeout(timer);
      adopted.then(stop, stop);
    });
  });
}
