import { delay } from '../step/delay.ts';

/** How long to wait at first before something is tried again, in milliseconds; twice as long each time. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** Makes pauses for one thing that is tried again and again: short ones at first. They reject with the signal's reason. */
export function backOff(signal: AbortSignal | undefined): () => Promise<void> {
  let pause = FIRST_PAUSE_MS;
  return async () => {
    // Many that wait for the same should not all ask at once.
    await delay(pause * (0.5 + Math.random() / 2), signal);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
}
