import type { JsonValue } from '../tool/json.ts';

/**
 * The JSON of an object that holds one value and no others: dates, addresses, bytes and the like.
 * `undefined` for everything that is read field by field.
 *
 * @throws what a value that only pretends to be one throws when it is read.
 */
export function leafForm(value: object): JsonValue | undefined {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  }
  if (value instanceof URL || value instanceof URLSearchParams || value instanceof RegExp) {
    return value.toString();
  }
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof String || value instanceof Boolean) return value.valueOf();
  if (value instanceof Number || value instanceof BigInt) return numberText(value.valueOf());
  return nothingToShow(value);
}

function numberText(value: number | bigint): JsonValue {
  if (typeof value === 'bigint' || !Number.isFinite(value)) return value.toString();
  return value === 0 ? 0 : value;
}

/** A promise, a stream, a weak map: an object with a kind, and no field that JSON could carry. */
function nothingToShow(value: object): JsonValue | undefined {
  if (Object.keys(value).length > 0 || 'toJSON' in value) return undefined;
  const kind: unknown = Reflect.get(value, Symbol.toStringTag);
  return typeof kind === 'string' && kind !== '' ? `[${kind}]` : undefined;
}

function bytes(view: Uint8Array): JsonValue {
  let binary = '';
  for (const byte of view) binary += String.fromCharCode(byte);
  return { type: 'bytes', base64: btoa(binary) };
}
