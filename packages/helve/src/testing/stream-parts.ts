import { delay } from '../agent/step/delay.ts';

/**
 * A model's stream of parts that are all there already: each when it is asked for, after a while
 * where that is wanted. It breaks off with the signal's reason when that aborts.
 */
export function streamParts<Part>(
  parts: Iterable<Part>,
  abortSignal: AbortSignal | undefined,
  delayMs = 0,
): ReadableStream<Part> {
  const iterator = parts[Symbol.iterator]();
  return new ReadableStream<Part>(
    {
      // the stream breaks off with what this throws
      async pull(controller) {
        abortSignal?.throwIfAborted();
        if (delayMs > 0) await delay(delayMs, abortSignal);
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
