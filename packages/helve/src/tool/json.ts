/**
 * A value that JSON can carry.
 *
 * @example
 * const value: JsonValue = { city: 'Oslo', days: [1, 2], more: null };
 */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * A JSON object.
 *
 * @example
 * const schema: JsonObject = { type: 'object', properties: { city: { type: 'string' } } };
 */
export type JsonObject = { readonly [key: string]: JsonValue };
