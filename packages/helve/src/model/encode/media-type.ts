/** How the base64 text of well-known formats begins. */
const BASE64_SIGNATURES: readonly (readonly [start: RegExp, mediaType: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{7}RUJQ/, 'image/webp'],
  [/^UklGR.{7}QVZF/, 'audio/wav'],
  [/^SUQz/, 'audio/mpeg'],
  [/^JVBERi/, 'application/pdf'],
];

const MEDIA_TYPES_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['json', 'application/json'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
]);

/** Whether a media type names a subtype: `image/png` does, `image` and `image/*` do not. */
export function isFullMediaType(mediaType: string): boolean {
  const subtype = mediaType.split('/')[1];
  return subtype !== undefined && subtype !== '' && subtype !== '*';
}

/** The first half of a media type: `image` of `image/png`, `image/*` or `image`. */
export function topLevelMediaType(mediaType: string): string {
  return mediaType.split('/')[0] ?? mediaType;
}

/** The media type of a file in base64, told by how it begins. */
export function detectMediaType(base64: string): string | undefined {
  return BASE64_SIGNATURES.find(([start]) => start.test(base64))?.[1];
}

/** The media type that the extension of an address's path suggests. */
export function mediaTypeOfUrl(url: URL): string | undefined {
  const extension = url.pathname.split('.').pop()?.toLowerCase();
  return extension === undefined ? undefined : MEDIA_TYPES_BY_EXTENSION.get(extension);
}
