import { bytesToBase64 } from '../base64.ts';

/** What a `data:` URI holds. */
export interface DataUrlContent {
  /** Base64. */
  readonly data: string;
  /** Absent where the URI names none. */
  readonly mediaType?: string;
}

/**
 * Takes a `data:` URI apart; `undefined` for any other address. Providers are given its content,
 * since few of them accept such an address as it is.
 */
export function readDataUrl(url: string): DataUrlContent | undefined {
  // the scheme's five characters alone are compared: the rest may be megabytes
  if (url.slice(0, 5).toLowerCase() !== 'data:') return undefined;
  const comma = url.indexOf(',');
  if (comma === -1) return undefined;
  const [mediaType = '', ...parameters] = url.slice(5, comma).split(';');
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64';
  const payload = url.slice(comma + 1);
  const bytesNeeded = !isBase64 || payload.includes('%');
  const unescaped = bytesNeeded ? unescapeBytes(payload) : undefined;
  const data =
    unescaped === undefined
      ? payload
      : isBase64
        ? new TextDecoder().decode(unescaped)
        : bytesToBase64(unescaped);
  return mediaType.includes('/') ? { data, mediaType: mediaType.trim().toLowerCase() } : { data };
}

/** The bytes of a text in which `%41` stands for the byte 0x41. */
function unescapeBytes(text: string): Uint8Array {
  const escaped = new TextEncoder().encode(text);
  const bytes = new Uint8Array(escaped.length);
  let length = 0;
  for (let index = 0; index < escaped.length; index += 1) {
    const code = escaped[index] ?? 0;
    const hex =
      code === 0x25 ? String.fromCharCode(escaped[index + 1] ?? 0, escaped[index + 2] ?? 0) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(hex);
    bytes[length] = isEscape ? Number.parseInt(hex, 16) : code;
    length += 1;
    if (isEscape) index += 2;
  }
  return bytes.subarray(0, length);
}
