import type { FilePart, ModelMessage, TextPart, UserMessage } from '../../tool/message.ts';
import { completeMediaType } from '../encode/complete-media-type.ts';
import { resolveFile } from '../encode/resolve-file.ts';
import type { SupportsUrl } from '../encode/supports-url.ts';

/** Whether a message has files that the model does not fetch by itself. */
export function needsFiles(
  message: ModelMessage,
  supportsUrl: SupportsUrl,
): message is UserMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return false;
  return message.content.some((part) => addressToLoad(part, supportsUrl) !== undefined);
}

/** The address that the model does not fetch the file from by itself. */
export function addressToLoad(
  part: TextPart | FilePart,
  supportsUrl: SupportsUrl,
): URL | undefined {
  if (part.type !== 'file' || part.source.type !== 'url') return undefined;
  // content that is there already: it may be long, and is read when it is encoded
  if (part.source.url.slice(0, 5).toLowerCase() === 'data:') return undefined;
  const file = resolveFile(part.source, part.mediaType);
  if (file?.type !== 'url' || supportsUrl(file.url, completeMediaType(file))) return undefined;
  return file.url;
}
