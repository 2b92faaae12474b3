/**
 * Freezes a JSON value all through and gives it back. Without recursion: how deep the value goes is
 * up to whoever wrote it.
 *
 * @example
 * ```ts
 * Object.isFrozen(deepFreeze({ a: { b: 1 } }).a); // true
 * ```
 */
export function deepFreeze<T>(value: T): T {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const key of Object.keys(next)) pending.push(Reflect.get(next, key));
  }
  return value;
}
