import type { ModelPart } from '../model-part.ts';
import { decodePart, decodeResponseMetadata, decodeWarnings } from './decode-part.ts';
import { fieldsOf, metadataOf, textOf } from './read-fields.ts';
import type { VersionDecoder } from './version-decoder.ts';

/** Reads a whole response as the parts that a stream of it would have had. */
export function decodeResult(result: unknown, version: VersionDecoder): readonly ModelPart[] {
  const fields = fieldsOf(result);
  const content: readonly unknown[] = Array.isArray(fields['content']) ? fields['content'] : [];
  const parts = [
    decodeWarnings(fields['warnings'], version),
    decodeResponseMetadata(fieldsOf(fields['response'])),
    ...content.flatMap((item, index) => decodeContent(item, `${index}`, version)),
    decodePart({ ...fields, type: 'finish' }, version),
  ];
  return parts.filter((part) => part !== undefined);
}

/** Parts that only a stream has, and that content of a whole response must not pass for. */
const STREAM_ONLY: ReadonlySet<unknown> = new Set(['finish', 'error', 'stream-start']);

function decodeContent(
  item: unknown,
  id: string,
  version: VersionDecoder,
): readonly (ModelPart | undefined)[] {
  const fields = fieldsOf(item);
  const type = fields['type'];
  if (type === 'text' || type === 'reasoning') {
    const delta = textOf(fields['text']) ?? '';
    const metadata = metadataOf(fields);
    if (delta === '' && metadata.providerMetadata === undefined) return [];
    return [
      { type: `${type}-start`, id, ...metadata },
      ...(delta === '' ? [] : [{ type: `${type}-delta`, id, delta } as const]),
      { type: `${type}-end`, id },
    ];
  }
  return STREAM_ONLY.has(type) ? [] : [decodePart(item, version)];
}
