import type { Logger } from '../../tool/logger.ts';
import { now, setAlarm } from './clock.ts';

/** How long to leave a store alone that could not be asked. */
const RETRY_MS = 60_000;

/** Carries out what has expired since a time, and gives the time of what expires next. */
export type Sweep = (since: number) => Promise<number | undefined>;

/**
 * The next expiry that an agent knows of in this process. There is one timer at most, for the first
 * one, and none where no wait expires: what expires behind it is in the store.
 */
export class Expiries {
  readonly #sweep: Sweep;
  readonly #logger: Logger;
  #next: number | undefined;
  #stop: () => void = () => undefined;

  constructor(sweep: Sweep, logger: Logger) {
    this.#sweep = sweep;
    this.#logger = logger;
  }

  /** Takes note of a wait that expires, also of one that has expired. */
  watch(expiresAt: number | undefined): void {
    if (expiresAt === undefined || (this.#next !== undefined && this.#next <= expiresAt)) return;
    this.#stop();
    this.#next = expiresAt;
    this.#stop = setAlarm(expiresAt, () => void this.#ring(expiresAt));
  }

  async #ring(since: number): Promise<void> {
    this.#next = undefined;
    try {
      this.watch(await this.#sweep(since));
    } catch (error) {
      this.#logger.error('Waits have expired, and the store could not be asked which.', { error });
      this.#next = since;
      this.#stop = setAlarm(now() + RETRY_MS, () => void this.#ring(since));
    }
  }
}
