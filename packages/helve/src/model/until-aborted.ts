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
  // a model may answer with a plain value all the same
  const settling = Promise.resolve(promise);
  if (!signal) return settling;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    const stopListening = (): void => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    settling.then(
      (value) => {
        stopListening();
        if (signal.aborted) discard(value);
        resolve(value);
      },
      (error: unknown) => {
        stopListening();
        reject(error);
      },
    );
  });
}
