import { textToBase64 } from '../base64.ts';
import { completeMediaType } from './complete-media-type.ts';
import type { ResolvedFile } from './resolve-file.ts';
import type { EncodeContext } from './version-encoder.ts';

/** A file as versions before v4 carry it: base64 or an address, told apart by its JavaScript type. */
export interface UntaggedFile {
  readonly data: string | URL;
  readonly mediaType: string;
}

/** Providers whose adapters before v4 take an uploaded file's id in the place of base64. */
const PROVIDERS_TAKING_IDS: readonly string[] = ['openai', 'azure'];

/** Writes a file for versions before v4; `undefined` where they have no way to carry it. */
export function encodeUntaggedFile(
  file: ResolvedFile,
  { providerKey }: EncodeContext,
): UntaggedFile | undefined {
  const mediaType = completeMediaType(file);
  switch (file.type) {
    case 'data':
      return { data: file.data, mediaType };
    case 'url':
      return { data: file.url, mediaType };
    case 'text':
      return { data: textToBase64(file.text), mediaType };
    case 'reference': {
      const id = Object.hasOwn(file.reference, providerKey)
        ? file.reference[providerKey]
        : undefined;
      if (id === undefined) return undefined;
      // some providers' ids are addresses, and an address they could always be given
      if (URL.canParse(id)) return { data: new URL(id), mediaType };
      return PROVIDERS_TAKING_IDS.includes(providerKey) ? { data: id, mediaType } : undefined;
    }
  }
}
