/**
 * What the application's code comes to, or a rejection where it takes too long: it may hang, and
 * every request has to end.
 */
export async function settleWithin<T>(work: T | PromiseLike<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLateError(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing came in time. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError';

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}
