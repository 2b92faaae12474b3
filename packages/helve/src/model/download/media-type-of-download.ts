import {
  detectMediaType,
  isFullMediaType,
  mediaTypeOfUrl,
  topLevelMediaType,
} from '../encode/media-type.ts';
import type { DownloadedFile } from './download-file.ts';
import { FileDownloadError } from './file-download-error.ts';

/** What servers say of files of which they know nothing. */
const SAY_NOTHING: readonly string[] = ['application/octet-stream', 'binary/octet-stream'];

/**
 * A downloaded file's media type: what the message says where that is a full one, else what the
 * server says, the content, or the address, as far as they agree with the first half in the message.
 *
 * @throws FileDownloadError where the server says it is something else altogether: most likely a page
 *   that asks to log in.
 */
export function mediaTypeOfDownload(
  url: URL,
  declared: string | undefined,
  { data, contentType }: DownloadedFile,
): string {
  if (declared !== undefined && isFullMediaType(declared)) return declared;
  const topLevel = declared === undefined ? '' : topLevelMediaType(declared);
  const fits = (mediaType: string | undefined): mediaType is string =>
    mediaType !== undefined && (topLevel === '' || mediaType.startsWith(`${topLevel}/`));
  const served = readContentType(contentType);
  if (fits(served)) return served;
  const detected = detectMediaType(data);
  if (fits(detected)) return detected;
  if (served !== undefined) {
    const why = `its server says that it is ${served}, and the message that it is ${topLevel}. Check the address, or give the full mediaType.`;
    throw new FileDownloadError(url, { reason: 'media-type', why });
  }
  const guessed = mediaTypeOfUrl(url);
  if (fits(guessed)) return guessed;
  return topLevel === '' ? 'application/octet-stream' : `${topLevel}/*`;
}

/** The type alone, without parameters; `undefined` where it is none or says nothing. */
function readContentType(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === undefined || SAY_NOTHING.includes(mediaType)) return undefined;
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(mediaType) ? mediaType : undefined;
}
