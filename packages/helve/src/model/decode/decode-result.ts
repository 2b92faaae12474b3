import type { ModelPart } from '../model-part.ts';
import { decodeFinish, decodePart, decodeResponseMetadata, decodeWarnings } from './decode-part.ts';
import { fieldsOf, metadataOf, textOf } from './read-fields.ts';
import type { VersionDecoder } from './version-decoder.ts';

/** Reads a whole response as the parts that a stream of it would have had. */
export function decodeResult(result: unknown, version: VersionDecoder): readonly ModelPart[] {
  const fields = fieldsOf(result);
  const content: readonly unknown[] = Array.isArray(fields['content']) ? fields['content'] : [];
  const parts: ModelPart[] = [];
  const add = (part: ModelPart | undefined): void => {
    if (part) parts.push(part);
  };
  add(decodeWarnings(fields['warnings'], version));
  add(decodeResponseMetadata(fieldsOf(fields['response'])));
  for (const [index, item] of content.entries()) decodeContent(item, `${index}`, version, add);
  add(decodeFinish(fields, version));
  return parts;
}

/** Parts that only a stream has, and that content of a whole response must not pass for. */
const STREAM_ONLY: ReadonlySet<unknown> = new Set(['finish', 'error', 'stream-start']);

function decodeContent(
  item: unknown,
  id: string,
  version: VersionDecoder,
  add: (part: ModelPart | undefined) => void,
): void {
  const fields = fieldsOf(item);
  const type = fields['type'];
  if (type === 'text' || type === 'reasoning') {
    const delta = textOf(fields['text']) ?? '';
    const metadata = metadataOf(fields);
    if (delta === '' && metadata.providerMetadata === undefined) return;
    add({ type: `${type}-start`, id, ...metadata });
    if (delta !== '') add({ type: `${type}-delta`, id, delta });
    add({ type: `${type}-end`, id });
  } else if (!STREAM_ONLY.has(type)) add(decodePart(item, version));
}
