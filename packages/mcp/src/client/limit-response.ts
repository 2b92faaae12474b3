type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A server sent more at once than the client takes. */
class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
}

/**
 * Makes requests whose answers are bounded: a body, or in a stream of events each event. Without, one
 * answer of a server could take all memory there is.
 */
export function limitResponse(fetch: Fetch, maxBytes: number, onTooLarge: () => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, status, statusText, headers } = response;
    if (!body || status < 200) return response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const limited = body.pipeThrough(counting(isStream, maxBytes, onTooLarge));
    return new Response(limited, { status, statusText, headers });
  };
}

const LINE_FEED = 10;
const RETURN = 13;

function counting(
  isStream: boolean,
  maxBytes: number,
  onTooLarge: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  let isLineEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      for (let at = 0; isStream && at < chunk.length; at += 1) {
        const byte = chunk[at];
        // An empty line ends an event: what counts begins anew behind it.
        if (byte === LINE_FEED && isLineEmpty) size = chunk.length - at - 1;
        if (byte !== RETURN) isLineEmpty = byte === LINE_FEED;
      }
      if (size <= maxBytes) {
        controller.enqueue(chunk);
        return;
      }
      controller.error(new MessageTooLargeError(`More than ${maxBytes} bytes at once.`));
      onTooLarge();
    },
  });
}
