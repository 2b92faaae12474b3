import { setOwnValue } from '../schema/json-type.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';
import { isList, TAG } from './recorded-value.ts';
import type { RecordedExchange } from './recording.ts';

/**
 * Makes the form in which a text is kept. `path` says where it stands:
 * `request.prompt.0.content.0.text`, `response.parts.3.delta`. A streamed text is given as a whole.
 */
export type Redact = (text: string, path: string) => string;

/** Marked values that are no text a person wrote. */
const OPAQUE: readonly unknown[] = ['bytes', 'date', 'number', 'bigint', 'regexp', 'undefined'];

/** A request with its texts redacted. */
export function redactRequest(request: JsonObject, redact: Redact | undefined): JsonObject {
  // an object stays one
  return redact ? (redactValue(request, redact, 'request') as JsonObject) : request;
}

/** An exchange with all its texts redacted, also those that were streamed in pieces. */
export function redactExchange(
  exchange: RecordedExchange,
  redact: Redact | undefined,
): RecordedExchange {
  if (!redact) return exchange;
  const { method, response } = exchange;
  const request = redactRequest(exchange.request, redact);
  if (response.kind !== 'stream') {
    // the fields of a response stay what they are
    const redacted = redactValue({ ...response }, redact, 'response') as typeof response;
    return { method, request, response: redacted };
  }
  const { error, ...rest } = response;
  const parts = redactParts(response.parts, redact);
  const failure =
    error === undefined ? {} : { error: redactValue(error, redact, 'response.error') };
  return { method, request, response: { ...rest, parts, ...failure } };
}

function redactValue(value: JsonValue, redact: Redact, path: string): JsonValue {
  if (typeof value === 'string') return redact(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value))
    return value.map((item, index) => redactValue(item, redact, `${path}.${index}`));
  if (OPAQUE.includes(value[TAG])) return value;
  const result: Record<string, JsonValue> = {};
  for (const [key, field] of Object.entries(value)) {
    const isName = key === TAG || ((key === 'type' || key === 'kind') && typeof field === 'string');
    setOwnValue(result, key, isName ? field : redactValue(field, redact, `${path}.${key}`));
  }
  return result;
}

interface Piece {
  readonly index: number;
  readonly delta: string;
}

/** A secret may be cut by the pieces it came in, so they are redacted together. */
function redactParts(parts: readonly JsonValue[], redact: Redact): readonly JsonValue[] {
  const texts = new Map<string, Piece[]>();
  parts.forEach((part, index) => {
    const piece = pieceOf(part);
    if (!piece) return;
    const pieces = texts.get(piece.of) ?? [];
    texts.set(piece.of, pieces);
    pieces.push({ index, delta: piece.delta });
  });
  const deltas = new Map<number, string>();
  for (const pieces of texts.values()) {
    const whole = pieces.map(({ delta }) => delta).join('');
    let left = redact(whole, `response.parts.${pieces[0]?.index}.delta`);
    pieces.forEach(({ index, delta }, place) => {
      const length = place === pieces.length - 1 ? left.length : delta.length;
      deltas.set(index, left.slice(0, length));
      left = left.slice(length);
    });
  }
  return parts.map((part, index) => {
    const delta = deltas.get(index);
    if (delta === undefined) return redactValue(part, redact, `response.parts.${index}`);
    const { delta: _, ...rest } = part as JsonObject; // only an object has a piece
    const redacted = redactValue(rest, redact, `response.parts.${index}`) as JsonObject;
    return { ...redacted, delta };
  });
}

function pieceOf(part: JsonValue): { readonly of: string; readonly delta: string } | undefined {
  if (typeof part !== 'object' || part === null || isList(part)) return undefined;
  const { type, id, delta } = part;
  if (typeof type !== 'string' || !type.endsWith('-delta')) return undefined;
  return typeof delta === 'string' ? { of: `${type} ${String(id)}`, delta } : undefined;
}
