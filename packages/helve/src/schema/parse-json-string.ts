/**
 * What a string says as JSON, where a model wrote a value as text. `undefined` unless it is the
 * text of an object, an array, a boolean or a number that a JavaScript number holds exactly: a
 * string that stands for `null` or for another string is never what was meant, and an id of twenty
 * digits must not come out as another id.
 *
 * @example
 * ```ts
 * parseJsonString('[1, 2]'); // { value: [1, 2] }
 * parseJsonString('hello'); // undefined
 * ```
 */
export function parseJsonString(text: string): { readonly value: unknown } | undefined {
  if (!MAY_BE_JSON.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'number') return { value };
  const exact = Number.isSafeInteger(value) || !/^\s*-?\d+\s*$/.test(text);
  return Number.isFinite(value) && exact ? { value } : undefined;
}

/** Spares parsing ordinary text: how objects, arrays, numbers and booleans begin. */
const MAY_BE_JSON = /^\s*[[{\d\-tf]/;
