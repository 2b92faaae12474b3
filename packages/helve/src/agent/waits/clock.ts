import { letProcessEnd } from '../run/let-process-end.ts';

/** The clock that waits go by, in milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

/** A timer that is set for longer ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Rings once the clock has reached `at`, never before; keeps no process alive. Gives what stops it. */
export function setAlarm(at: number, ring: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    timer = setTimeout(
      () => {
        // Timers may run a little early, and not for as long as a wait may last.
        if (now() < at) wait();
        else ring();
      },
      Math.min(Math.max(at - now(), 0), LONGEST_MS),
    );
    letProcessEnd(timer);
  };
  wait();
  return () => clearTimeout(timer);
}
