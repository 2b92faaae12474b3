import { bytesToBase64 } from '../model/base64.ts';
import { ownValue, setOwnValue } from '../schema/json-type.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';

/** Marks what JSON has no form for; an object that has the key itself is marked, too. */
export const TAG = '$helve';

/** Deeper values are cut with a mark, as everywhere. */
const MAX_DEPTH = 200;

/** What an error says of the request it came of: large, and the place where keys are. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set([
  'stack',
  'cause',
  'url',
  'requestBodyValues',
  'responseHeaders',
  'headers',
]);

/**
 * A value as JSON from which {@link fromRecorded} makes it again: dates, addresses, bytes, big
 * integers, patterns and errors are marked. Functions and symbols are left out, as by JSON; of an
 * error its name, message and plain fields are kept.
 */
export function toRecorded(value: unknown): JsonValue {
  return write(value, []) ?? null;
}

/** The value that {@link toRecorded} was given. */
export function fromRecorded(json: JsonValue): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (isList(json)) return json.map(fromRecorded);
  const kind = ownValue(json, TAG);
  return kind === undefined ? readFields(json) : readMarked(kind, json);
}

/** Whether a JSON value is a list; `Array.isArray` does not narrow readonly ones. */
export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function mark(kind: string, value: JsonValue): JsonObject {
  return { [TAG]: kind, value };
}

function write(value: unknown, above: readonly object[]): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) return mark('number', String(value));
      return value === 0 ? 0 : value; // JSON has no -0
    case 'bigint':
      return mark('bigint', value.toString());
    case 'object':
      break;
    default:
      return undefined;
  }
  if (value === null) return null;
  if (above.includes(value)) return '[circular]';
  if (above.length >= MAX_DEPTH) return '[too deep]';
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => writeItem(item, inside));
  return writeLeaf(value) ?? writeObject(value, inside);
}

/** In a list, a value without a form keeps its place. */
function writeItem(item: unknown, inside: readonly object[]): JsonValue {
  const json = write(item, inside);
  return json === undefined ? mark('undefined', null) : json;
}

function writeLeaf(value: object): JsonObject | undefined {
  if (value instanceof Date) {
    return mark('date', Number.isNaN(value.getTime()) ? null : value.toISOString());
  }
  if (value instanceof URL) return mark('url', value.href);
  if (value instanceof RegExp) return { [TAG]: 'regexp', value: value.source, flags: value.flags };
  if (value instanceof ArrayBuffer) return mark('bytes', bytesToBase64(new Uint8Array(value)));
  if (!ArrayBuffer.isView(value)) return undefined;
  const { buffer, byteOffset, byteLength } = value;
  return mark('bytes', bytesToBase64(new Uint8Array(buffer, byteOffset, byteLength)));
}

function writeObject(value: object, inside: readonly object[]): JsonObject {
  const isError = value instanceof Error;
  const fields: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    if (isError && PRIVATE_FIELDS.has(key)) continue;
    const field = write(Reflect.get(value, key), inside);
    if (field !== undefined) setOwnValue(fields, key, field);
  }
  if (isError) return { [TAG]: 'error', name: value.name, message: value.message, value: fields };
  return Object.hasOwn(fields, TAG) ? mark('object', fields) : fields;
}

function readFields(json: JsonObject): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) setOwnValue(result, key, fromRecorded(value));
  return result;
}

function readMarked(kind: unknown, json: JsonObject): unknown {
  const value = json['value'] ?? null;
  const text = typeof value === 'string' ? value : '';
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'number':
      return Number(text);
    case 'bigint':
      return BigInt(text);
    case 'date':
      return new Date(value === null ? Number.NaN : text);
    case 'url':
      return URL.canParse(text) ? new URL(text) : text;
    case 'regexp':
      return new RegExp(text, String(json['flags'] ?? ''));
    case 'bytes':
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    case 'error':
      return readError(json, value);
    default:
      return typeof value === 'object' && value !== null && !isList(value)
        ? readFields(value)
        : value;
  }
}

function readError({ name, message }: JsonObject, value: JsonValue): Error {
  // whether a request is tried again depends on this class: `fetch` fails with it
  const error = name === 'TypeError' ? new TypeError(String(message)) : new Error(String(message));
  Object.defineProperty(error, 'name', { value: String(name ?? 'Error'), configurable: true });
  if (typeof value === 'object' && value !== null && !isList(value)) {
    for (const [key, field] of Object.entries(readFields(value))) setOwnValue(error, key, field);
  }
  return error;
}
