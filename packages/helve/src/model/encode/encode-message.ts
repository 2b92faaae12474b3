import type { ModelMessage } from '../../tool/message.ts';
import type { MessagePart } from './encode-part.ts';
import { encodePart } from './encode-part.ts';
import type { EncodedMessage, EncodedPart } from './encoded-prompt.ts';
import { providerOptionsOf } from './provider-options-of.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

/** Writes one message; `undefined` where nothing is left of it, since providers refuse such. */
export function encodeMessage(
  message: ModelMessage,
  version: VersionEncoder,
  context: EncodeContext,
): EncodedMessage | undefined {
  const options = providerOptionsOf(message);
  if (message.role === 'system') return { role: 'system', content: message.content, ...options };
  const parts: readonly MessagePart[] =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : message.content;
  const content: EncodedPart[] = [];
  for (const part of parts) {
    const encoded = encodePart(part, version, context);
    if (encoded !== undefined) content.push(encoded);
  }
  return content.length === 0 ? undefined : { role: message.role, content, ...options };
}
