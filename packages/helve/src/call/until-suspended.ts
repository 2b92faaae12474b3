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
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    request.onRequested(() => {
      timer = setTimeout(() => resolve(undefined), SUSPEND_GRACE_MS);
    });
    // Adopted once: a lazy thenable, such as a query, starts again with each `then`.
    Promise.resolve(running).then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
