/** Statuses that may pass: time-out, conflict, too early, too many requests. */
const PASSING: readonly unknown[] = [408, 409, 425, 429];

/**
 * Whether asking a model again may help: the provider's adapter says so, the status tells of a
 * passing condition, or the connection failed.
 */
export function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('isRetryable' in error && typeof error.isRetryable === 'boolean') return error.isRetryable;
  const status = 'statusCode' in error ? error.statusCode : Reflect.get(error, 'status');
  if (typeof status === 'number') return PASSING.includes(status) || status >= 500;
  // What `fetch` rejects with where the network fails.
  return error instanceof TypeError && /fetch|network|socket|connect/i.test(error.message);
}

/** How long a provider asks to wait, in milliseconds; `undefined` where it does not say. */
export function retryAfter(error: unknown, now: number = Date.now()): number | undefined {
  const headers =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'responseHeaders') : undefined;
  if (typeof headers !== 'object' || headers === null) return undefined;
  const milliseconds = numberIn(headers, 'retry-after-ms');
  if (milliseconds >= 0) return milliseconds;
  const seconds = numberIn(headers, 'retry-after');
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(String(Reflect.get(headers, 'retry-after')));
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A header's number; `NaN` where it is none, or empty. */
function numberIn(headers: object, name: string): number {
  const text: unknown = Reflect.get(headers, name);
  return typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
}
