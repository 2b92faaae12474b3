/** How much may be read. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** What all files of a run may still take; reading takes from it. */
  readonly total: { bytesLeft: number };
}

/** What was read, or which limit it passed. */
export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large'; readonly limit: 'maxBytes' | 'maxTotalBytes' };

const FIRST_CAPACITY = 0x10000;

/**
 * Reads a body up to its limits, counting what really comes. Rejects with the signal's reason where
 * it is aborted meanwhile; the body is closed then, and also where it is too large.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, total }: BodyLimits,
  signal: AbortSignal,
): Promise<BodyRead> {
  signal.throwIfAborted();
  if (!body) return { kind: 'read', bytes: new Uint8Array() };
  const reader = body.getReader();
  const close = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  // ends the reading below at once, also of a body that knows nothing of the signal
  signal.addEventListener('abort', close, { once: true });
  let bytes = new Uint8Array(Math.min(FIRST_CAPACITY, maxBytes));
  let length = 0;
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      // a function of the host's own may have made the body, and what has no length passes any limit
      if (!ArrayBuffer.isView(value)) throw new TypeError('A body must be a stream of bytes.');
      const next = length + value.byteLength;
      if (next > maxBytes) return { kind: 'too-large', limit: 'maxBytes' };
      if (value.byteLength > total.bytesLeft) return { kind: 'too-large', limit: 'maxTotalBytes' };
      total.bytesLeft -= value.byteLength;
      // copied together as they come: a million pieces of one byte would take far more than a million
      if (next > bytes.length) bytes = grown(bytes, next);
      bytes.set(value, length);
      length = next;
    }
    isWhole = true;
    return { kind: 'read', bytes: bytes.subarray(0, length) };
  } finally {
    signal.removeEventListener('abort', close);
    if (!isWhole) {
      total.bytesLeft += length;
      close();
    }
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, bytes.length * 2));
  larger.set(bytes);
  return larger;
}
