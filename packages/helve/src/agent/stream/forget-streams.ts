import type { Store } from '../../store/store.ts';
import type { Logger } from '../../tool/logger.ts';

/** How long the stored stream of a run is kept behind its end, in milliseconds. */
const KEPT_MS = 60 * 60 * 1_000;
/** How often old ones are looked for at most, in milliseconds. */
const EVERY_MS = 10 * 60 * 1_000;

/** When old streams are to be looked for again, in milliseconds since 1970. */
export interface NextLook {
  at: number;
}

/**
 * Forgets the stored streams of runs that ended an hour ago. To be called when a run with one ends:
 * there is no clock that runs by itself.
 */
export function forgetStreams(store: Store, logger: Logger, next: NextLook): void {
  const now = Date.now();
  if (now < next.at) return;
  next.at = now + EVERY_MS;
  store.prune({ chunksBefore: now - KEPT_MS }).catch((error: unknown) => {
    logger.warn('Old streams could not be forgotten; it is tried again later.', { error });
  });
}
