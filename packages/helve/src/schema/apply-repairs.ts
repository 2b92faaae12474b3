import { isPlainObject, setOwnValue } from './json-type.ts';
import type { Repair } from './repair-points.ts';

/** A repair at a place. No place is inside another. */
export interface PlacedRepair {
  readonly path: readonly PropertyKey[];
  readonly repair: Repair;
}

/**
 * A value with repairs made. Only what lies on the way to a repair is copied, once; the rest is
 * shared, and the given value stays as it is.
 *
 * @example
 * ```ts
 * applyRepairs({ n: '1', rest }, [{ path: ['n'], repair: { value: 1 } }]); // { n: 1, rest }
 * ```
 */
export function applyRepairs(value: unknown, repairs: readonly PlacedRepair[]): unknown {
  const copies = new Set<unknown>();
  const root: Record<string, unknown> = { value };
  copies.add(root);
  for (const { path, repair } of repairs) {
    let holder: unknown = root;
    let key: PropertyKey = 'value';
    for (const next of path) {
      holder = copyAt(holder, key, copies);
      key = next;
    }
    if (typeof holder !== 'object' || holder === null) continue;
    if ('absent' in repair) Reflect.deleteProperty(holder, key);
    else setOwnValue(holder, key, repair.value);
  }
  return root['value'];
}

/** Makes what a copied holder has at `key` a copy too, unless it is one already. */
function copyAt(holder: unknown, key: PropertyKey, copies: Set<unknown>): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  const current: unknown = Reflect.get(holder, key);
  if (copies.has(current)) return current;
  if (!Array.isArray(current) && !isPlainObject(current)) return undefined;
  const copy = Array.isArray(current) ? [...current] : { ...current };
  copies.add(copy);
  setOwnValue(holder, key, copy);
  return copy;
}
