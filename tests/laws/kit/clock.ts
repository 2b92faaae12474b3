import { vi } from 'vitest';

/** Plays with a clock that only moves when nothing else can: hours of waiting take no time. */
export async function onFakeClock<T>(play: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    return await play();
  } finally {
    vi.useRealTimers();
  }
}

/** Lets everything run that is ready to, what Node does on other threads too. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How long a trial may take by the real clock; it takes some milliseconds. */
const PATIENCE_MS = 20_000;

/** Waits for a promise, also one that rejects; the clock goes on when nothing else does. */
export async function settled(promise: Promise<unknown>): Promise<void> {
  let over = false;
  const end = (): void => {
    over = true;
  };
  promise.then(end, end);
  const patience = performance.now() + PATIENCE_MS;
  while (!over) {
    // what Node does on other threads may be slow to come back on a busy machine
    if (performance.now() > patience) {
      throw new Error('Nothing happens any more, and the run has not ended.');
    }
    await turn();
    await turn();
    if (!over && vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  }
}
