import { setOwnValue } from '../schema/json-type.ts';
import type { JsonValue } from '../tool/json.ts';
import { messageOf } from './call-failure.ts';
import { leafForm } from './leaf-form.ts';

/** Deeper values are cut with a mark: no reader of JSON is safe far beyond this depth. */
const MAX_DEPTH = 200;

/**
 * Makes JSON of any value, once, where it leaves the process. Nothing is silently dropped:
 *
 * | value | becomes |
 * |---|---|
 * | `Date` | ISO 8601 text (`"Invalid Date"` where it is none) |
 * | `bigint` | decimal text |
 * | `NaN`, `±Infinity`, `-0` | `"NaN"`, `"Infinity"`, `"-Infinity"`, `0` |
 * | `Map` | array of `[key, value]` entries |
 * | `Set` | array |
 * | `Error` | `{ name, message }`, with `cause` where there is one |
 * | `URL`, `URLSearchParams`, `RegExp` | text |
 * | typed array, `ArrayBuffer` | `{ type: "bytes", base64 }` |
 * | `new Number(1)` and the like | the value inside |
 * | value with `toJSON()` | what that returns |
 * | other object | its own enumerable fields with text keys |
 * | built-in with nothing to show, such as a `Promise` | `"[Promise]"` |
 * | `undefined` in an object | absent, as in JSON; elsewhere `null` |
 * | function, symbol | `"[function name]"`, `"[symbol description]"` |
 * | a value inside itself | `"[circular]"`; its parts, met again elsewhere, too |
 * | a getter or `toJSON` that throws | `"[unreadable: message]"` |
 * | below 200 levels | `"[too deep]"` |
 *
 * Never throws, gives JSON back as it is, and takes time in proportion to the value, however much it
 * refers to itself.
 */
export function normalize(value: unknown): JsonValue {
  return new Walk().convert(value, 0);
}

/** A value that was converted before. */
interface Converted {
  readonly json: JsonValue;
  /** How many levels it has. */
  readonly height: number;
  /** It refers to nothing that it is inside of, so it is the same wherever it stands. */
  readonly whole: boolean;
}

/** One walk through a value. Each object is converted once. */
class Walk {
  /** The depth of an object that is being converted; what came of one that has been. */
  readonly #seen = new Map<object, number | Converted>();
  /** The depth of the outermost object that what was converted last refers back to. */
  #reach = Number.POSITIVE_INFINITY;
  /** How many levels what was converted last has. */
  #height = 0;

  convert(value: unknown, depth: number): JsonValue {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value)) return String(value);
        return value === 0 ? 0 : value;
      case 'bigint':
        return value.toString();
      case 'undefined':
        return null;
      case 'function':
        return `[function ${nameOf(value)}]`;
      case 'symbol':
        return `[symbol ${value.description ?? ''}]`;
      default:
        // `null` is all that is left beside objects, which `typeof` does not tell the compiler.
        return typeof value === 'object' && value !== null ? this.#object(value, depth) : null;
    }
  }

  #object(value: object, depth: number): JsonValue {
    const seen = this.#seen.get(value);
    if (typeof seen === 'number') {
      this.#reach = Math.min(this.#reach, seen);
      return '[circular]';
    }
    if (seen !== undefined) return this.#again(seen, depth);
    if (depth >= MAX_DEPTH) return '[too deep]';
    const [reachBefore, heightBefore] = [this.#reach, this.#height];
    this.#reach = Number.POSITIVE_INFINITY;
    this.#height = 0;
    this.#seen.set(value, depth);
    const json = this.#read(value, depth + 1);
    const height = this.#height + 1;
    const whole = this.#reach >= depth;
    this.#seen.set(value, { json, height, whole });
    this.#reach = whole ? reachBefore : Math.min(reachBefore, this.#reach);
    this.#height = Math.max(heightBefore, height);
    return json;
  }

  #again({ json, height, whole }: Converted, depth: number): JsonValue {
    if (!whole) return '[circular]';
    if (depth + height > MAX_DEPTH) return '[too deep]';
    this.#height = Math.max(this.#height, height);
    return json;
  }

  #read(value: object, depth: number): JsonValue {
    try {
      return this.#byKind(value, depth);
    } catch (error) {
      return unreadable(error);
    }
  }

  #byKind(value: object, depth: number): JsonValue {
    if (Array.isArray(value)) return this.#array(value, depth);
    if (value instanceof Map || value instanceof Set) {
      return Array.from<unknown, JsonValue>(value, (item) => this.convert(item, depth));
    }
    if (value instanceof Error) return this.#error(value, depth);
    const leaf = leafForm(value);
    if (leaf !== undefined) return leaf;
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return this.convert(value.toJSON(), depth);
    }
    return this.#fields(value, depth);
  }

  #array(items: readonly unknown[], depth: number): JsonValue {
    const result: JsonValue[] = [];
    for (let index = 0; index < items.length; index += 1) {
      result.push(this.#field(items, index, depth) ?? null);
    }
    return result;
  }

  #fields(value: object, depth: number): JsonValue {
    const result: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const field = this.#field(value, key, depth);
      if (field === undefined) continue;
      // Assigning `__proto__` would set the prototype; defining it makes an ordinary field.
      if (key === '__proto__') setOwnValue(result, key, field);
      else result[key] = field;
    }
    return result;
  }

  /** One field that cannot be read must not hide its siblings. */
  #field(owner: object, key: PropertyKey, depth: number): JsonValue | undefined {
    try {
      const field: unknown = Reflect.get(owner, key);
      return field === undefined ? undefined : this.convert(field, depth);
    } catch (error) {
      return unreadable(error);
    }
  }

  #error(error: Error, depth: number): JsonValue {
    const name = this.#field(error, 'name', depth) ?? 'Error';
    const message = this.#field(error, 'message', depth) ?? '';
    const cause = this.#field(error, 'cause', depth);
    return cause === undefined ? { name, message } : { name, message, cause };
  }
}

function unreadable(error: unknown): string {
  return `[unreadable: ${messageOf(error)}]`;
}

function nameOf(value: object): string {
  try {
    const name: unknown = Reflect.get(value, 'name');
    return typeof name === 'string' && name !== '' ? name : 'anonymous';
  } catch {
    return 'anonymous';
  }
}
