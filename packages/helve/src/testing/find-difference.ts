import { ownValue } from '../schema/json-type.ts';
import type { JsonValue } from '../tool/json.ts';

/** The first place where two JSON values differ. `undefined`: there is nothing on that side. */
export interface Difference {
  readonly path: readonly string[];
  readonly recorded: unknown;
  readonly actual: unknown;
}

/** Finds the first difference between two JSON values; `undefined` where they are equal. */
export function findDifference(
  recorded: JsonValue | undefined,
  actual: JsonValue | undefined,
  path: readonly string[] = [],
): Difference | undefined {
  const bothHold = isContainer(recorded) && isContainer(actual);
  if (!bothHold || Array.isArray(recorded) !== Array.isArray(actual)) {
    return Object.is(recorded, actual) ? undefined : { path, recorded, actual };
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(actual)])) {
    const found = findDifference(own(recorded, key), own(actual, key), [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function isContainer(value: JsonValue | undefined): value is JsonValue & object {
  return typeof value === 'object' && value !== null;
}

function own(container: object, key: string): JsonValue | undefined {
  // what stands in a JSON value is one
  return ownValue(container, key) as JsonValue | undefined;
}
