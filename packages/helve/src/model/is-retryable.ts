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
  return isConnectionLost(error);
}

/** What runtimes call a connection that was lost, or that never came to be. */
const LOST: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
];

/** An adapter wraps what `fetch` wrapped; whatever has more causes than this is no such error. */
const MAX_CAUSES = 8;

/** Whether an error, or what caused it, is that of a connection that failed. */
export function isConnectionLost(error: unknown): boolean {
  let at = error;
  for (let causes = 0; causes <= MAX_CAUSES; causes++) {
    if (typeof at !== 'object' || at === null) return false;
    if (LOST.includes(Reflect.get(at, 'code'))) return true;
    // What `fetch` rejects with where the network fails, and what reading a body does.
    if (at instanceof TypeError && NETWORK_FAILED.test(at.message)) return true;
    at = Reflect.get(at, 'cause');
  }
  return false;
}

const NETWORK_FAILED = /fetch|network|socket|connect|^terminated$|^load failed$/i;

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
