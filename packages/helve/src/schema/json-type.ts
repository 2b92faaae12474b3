import type { JsonSchemaDocument } from './standard-schema.ts';

/** The types of JSON values, as JSON Schema names them (an integer is a number here). */
export type JsonType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** All of them. */
export const JSON_TYPES: readonly JsonType[] = [
  'array',
  'boolean',
  'null',
  'number',
  'object',
  'string',
];

/** The JSON type of a value; `undefined` for what JSON cannot carry. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean'
    ? type
    : undefined;
}

/** Whether a value is an object that JSON would give: not an array, a Date, a Map … */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is a schema written as an object. */
export function isSchemaObject(value: unknown): value is JsonSchemaDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's own property: keys come from models and strangers, prototypes never answer. */
export function ownValue(value: object, key: PropertyKey): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/**
 * Sets an own property, also one whose name the prototype knows, such as `__proto__`; only those are
 * defined, since that takes many times as long as assigning.
 */
export function setOwnValue(target: object, key: PropertyKey, value: unknown): void {
  if (key in target) {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return;
  }
  // Any object takes any key; its type only does not say so.
  (target as Record<PropertyKey, unknown>)[key] = value;
}
