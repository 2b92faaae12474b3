/**
 * Waits for a promise, but no longer than until the signal aborts: some providers never look at
 * it. Rejects with the signal's reason then, and gives a result that comes too late to
 * `discard`.
 */
export function untilAborted<Value>(
  promise: PromiseLike<Value>,
  signal: AbortSignal | undefined,
  discard: (late: Value) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason);
    const stopListening = (): void => signal?.removeEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    // a model may answer with a plain value all the same
    Promise.resolve(promise).then(
      (value) => {
        stopListening();
        if (signal?.aborted === true) discard(value);
        resolve(value);
      },
      (error: unknown) => {
        stopListening();
        reject(error);
      },
    );
  });
}
