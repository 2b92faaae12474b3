import type { FileSource } from '../../tool/message.ts';
import { isFullMediaType } from './media-type.ts';
import { readDataUrl } from './read-data-url.ts';

/** A file's content as every version's encoder meets it: `data:` URIs read, addresses parsed. */
export type ResolvedFile =
  | { readonly type: 'data'; readonly data: string; readonly mediaType: string | undefined }
  | {
      readonly type: 'url';
      readonly url: URL;
      /** The address as it was written, which parsing may have changed. */
      readonly originalUrl: string;
      readonly mediaType: string | undefined;
    }
  | {
      readonly type: 'reference';
      readonly reference: Readonly<Record<string, string>>;
      readonly mediaType: string | undefined;
    }
  | { readonly type: 'text'; readonly text: string; readonly mediaType: string | undefined };

/** Reads a file's source; `undefined` where it is no usable source, such as a broken address. */
export function resolveFile(
  source: FileSource,
  mediaType: string | undefined,
): ResolvedFile | undefined {
  switch (source.type) {
    case 'data':
      return resolveAddress(source.data, mediaType) ?? { ...source, mediaType };
    case 'url':
      return resolveAddress(source.url, mediaType) ?? resolveUrl(source.url, mediaType);
    case 'reference':
      return { type: 'reference', reference: source.reference, mediaType };
    case 'text':
      return { type: 'text', text: source.text, mediaType };
    default:
      return undefined;
  }
}

/** The content of a `data:` URI, which may also stand where base64 was asked for. */
function resolveAddress(text: string, mediaType: string | undefined): ResolvedFile | undefined {
  const content = readDataUrl(text);
  if (content === undefined) return undefined;
  const declared = mediaType !== undefined && isFullMediaType(mediaType) ? mediaType : undefined;
  return {
    type: 'data',
    data: content.data,
    mediaType: declared ?? content.mediaType ?? mediaType,
  };
}

function resolveUrl(address: string, mediaType: string | undefined): ResolvedFile | undefined {
  if (!URL.canParse(address)) return undefined;
  return { type: 'url', url: new URL(address), originalUrl: address, mediaType };
}
