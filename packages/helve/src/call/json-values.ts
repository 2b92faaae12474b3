import { setOwnValue } from '../schema/json-type.ts';
import type { JsonValue } from '../tool/json.ts';

/**
 * A value of its own, for whoever may change what it is given. (`structuredClone` is for values of all
 * kinds, and takes ten times as long.)
 */
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map(copyJson);
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field !== undefined) setOwnValue(copy, key, copyJson(field));
  }
  return copy;
}

/** Whether two values have the same canonical JSON. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  if (isArray(one) || isArray(other)) {
    return (
      isArray(one) &&
      isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index] ?? null))
    );
  }
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSameJson(one[key] ?? null, other[key] ?? null),
    )
  );
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
