/** Bytes are turned to text in pieces, since each is a list of arguments and those are limited. */
const CHUNK_BYTES = 0x8000;

/** Base64 of bytes. */
export function bytesToBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return btoa(binary);
}

/** Base64 of a text's UTF-8 bytes. */
export function textToBase64(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text));
}
