import type { FileSource } from '../../tool/message.ts';
import { bytesToBase64 } from '../base64.ts';
import { fieldsOf } from './read-fields.ts';

/** The form of versions before v4: base64 or bytes. */
export function decodeUntaggedFile(data: unknown): FileSource | undefined {
  if (typeof data === 'string') return { type: 'data', data };
  if (data instanceof Uint8Array) return { type: 'data', data: bytesToBase64(data) };
  return undefined;
}

/**
 * The form of v4: content tagged with what it is. Untagged content is read too, since wrappers that
 * pass an older model off as v4 send it.
 */
export function decodeTaggedFile(data: unknown): FileSource | undefined {
  const { type, data: content, url, originalUrl } = fieldsOf(data);
  switch (type) {
    case 'data':
      return decodeUntaggedFile(content);
    case 'url':
      return decodeUrl(originalUrl ?? url);
    default:
      return decodeUntaggedFile(data);
  }
}

function decodeUrl(url: unknown): FileSource | undefined {
  if (url instanceof URL) return { type: 'url', url: url.href };
  return typeof url === 'string' ? { type: 'url', url } : undefined;
}
