import type { Logger } from 'helve';
import { vi } from 'vitest';

/** Waits that were asked for, and skipped. */
export interface SkippedWaits extends Disposable {
  /** In milliseconds, in order. */
  readonly waits: readonly number[];
  /** What an agent must be given, since it tells of a wait just before it begins. */
  readonly logger: Logger;
}

/** The time at which the clock stands. */
export const NOW = Date.parse('2026-03-01T12:00:00Z');

/**
 * Stops the clock, and moves it over each wait between two attempts as soon as it begins, so that
 * nothing sleeps and nothing depends on speed.
 *
 * @example
 * ```ts
 * using skipped = skipWaits();
 * await using wire = await wireAgent(recorded, { responses, agent: { logger: skipped.logger } });
 * // … run it, then look at skipped.waits
 * ```
 */
export function skipWaits(): SkippedWaits {
  // the connection to the server needs the other timers
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW });
  const waits: number[] = [];
  const warn = (message: string): void => {
    const asked = /asking again in (\d+) ms/.exec(message)?.[1];
    if (asked === undefined) return;
    waits.push(Number(asked));
    setImmediate(() => vi.advanceTimersByTime(Number(asked)));
  };
  return {
    waits,
    logger: { debug: () => {}, info: () => {}, warn, error: () => {} },
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}
