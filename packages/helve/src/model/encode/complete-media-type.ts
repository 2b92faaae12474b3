import {
  detectMediaType,
  isFullMediaType,
  mediaTypeOfUrl,
  topLevelMediaType,
} from './media-type.ts';
import type { ResolvedFile } from './resolve-file.ts';

/**
 * A file's media type, completed from its content or its address where it is missing or only a
 * first half. What cannot be told stays `image/*`, or becomes `application/octet-stream`.
 */
export function completeMediaType(file: ResolvedFile): string {
  const declared = file.mediaType;
  if (declared !== undefined && isFullMediaType(declared)) return declared;
  const topLevel = declared === undefined ? '' : topLevelMediaType(declared);
  const guessed = guessMediaType(file);
  if (guessed !== undefined && (topLevel === '' || guessed.startsWith(`${topLevel}/`))) {
    return guessed;
  }
  return topLevel === '' ? 'application/octet-stream' : `${topLevel}/*`;
}

function guessMediaType(file: ResolvedFile): string | undefined {
  switch (file.type) {
    case 'data':
      return detectMediaType(file.data);
    case 'url':
      return mediaTypeOfUrl(file.url);
    case 'text':
      return 'text/plain';
    case 'reference':
      return undefined;
  }
}
