import type { JsonValue } from '../tool/json.ts';

/** Deeper values are cut with a mark: no reader of JSON is safe far beyond this depth. */
const MAX_DEPTH = 200;

/**
 * Makes JSON of any value, once, where it leaves the process. Nothing is silently dropped:
 *
 * | value | becomes |
 * |---|---|
 * | `Date` | ISO 8601 text (`"Invalid Date"` where it is none) |
 * | `bigint` | decimal text |
 * | `NaN`, `±Infinity` | `"NaN"`, `"Infinity"`, `"-Infinity"` |
 * | `Map` | array of `[key, value]` entries |
 * | `Set` | array |
 * | `Error` | `{ name, message }`, with `cause` where there is one |
 * | `URL`, `RegExp` | text |
 * | typed array, `ArrayBuffer` | `{ type: "bytes", base64 }` |
 * | value with `toJSON()` | what that returns |
 * | `undefined` in an object | absent, as in JSON; elsewhere `null` |
 * | function, symbol | `"[function name]"`, `"[symbol description]"` |
 * | a value inside itself | `"[circular]"` |
 * | a getter or `toJSON` that throws | `"[unreadable: message]"` |
 * | below 200 levels | `"[too deep]"` |
 */
export function normalize(value: unknown): JsonValue {
  return convert(value, new Set(), 0);
}

function convert(value: unknown, ancestors: Set<object>, depth: number): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      return value.toString();
    case 'undefined':
      return null;
    case 'function':
      return `[function ${value.name || 'anonymous'}]`;
    case 'symbol':
      return `[symbol ${value.description ?? ''}]`;
    default:
      return typeof value === 'object' && value !== null
        ? convertObject(value, ancestors, depth)
        : null;
  }
}

function convertObject(value: object, ancestors: Set<object>, depth: number): JsonValue {
  if (ancestors.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  ancestors.add(value);
  try {
    return convertByKind(value, ancestors, depth + 1);
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : 'unknown error'}]`;
  } finally {
    ancestors.delete(value);
  }
}

function convertByKind(value: object, ancestors: Set<object>, depth: number): JsonValue {
  if (Array.isArray(value)) return convertItems(value, ancestors, depth);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  }
  if (value instanceof Map || value instanceof Set) return convertItems(value, ancestors, depth);
  if (value instanceof Error) return convertError(value, ancestors, depth);
  if (value instanceof URL || value instanceof RegExp) return value.toString();
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return convert(value.toJSON(), ancestors, depth);
  }
  const result: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    // One field that cannot be read must not hide its siblings.
    const field = readField(value, key, ancestors, depth);
    if (field !== undefined) setOwn(result, key, field);
  }
  return result;
}

function readField(
  owner: object,
  key: string,
  ancestors: Set<object>,
  depth: number,
): JsonValue | undefined {
  try {
    const field: unknown = Reflect.get(owner, key);
    return field === undefined ? undefined : convert(field, ancestors, depth);
  } catch (error) {
    return `[unreadable: ${error instanceof Error ? error.message : 'unknown error'}]`;
  }
}

function convertItems(items: Iterable<unknown>, ancestors: Set<object>, depth: number): JsonValue {
  const result: JsonValue[] = [];
  for (const item of items) result.push(convert(item, ancestors, depth));
  return result;
}

function convertError(error: Error, ancestors: Set<object>, depth: number): JsonValue {
  const shown = { name: error.name, message: error.message };
  return error.cause === undefined
    ? shown
    : { ...shown, cause: convert(error.cause, ancestors, depth) };
}

function bytes(view: Uint8Array): JsonValue {
  let binary = '';
  for (const byte of view) binary += String.fromCharCode(byte);
  return { type: 'bytes', base64: btoa(binary) };
}

/** Assigning `__proto__` would set the prototype; defining it makes an ordinary field. */
function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else target[key] = value;
}
