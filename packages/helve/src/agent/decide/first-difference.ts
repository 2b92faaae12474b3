import { canonicalJson } from '../../call/digest.ts';
import type { JsonValue } from '../../tool/json.ts';

/** The path of the first place where two JSON values differ, as text; `root` for the whole value. */
export function firstDifference(a: JsonValue, b: JsonValue, path = ''): string {
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
    return path === '' ? 'root' : path;
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    const [left, right] = [own(a, key), own(b, key)];
    const here = path === '' ? key : `${path}.${key}`;
    if (left === undefined || right === undefined) {
      if (left !== right) return here;
    } else if (canonicalJson(left) !== canonicalJson(right)) {
      return firstDifference(left, right, here);
    }
  }
  return path === '' ? 'root' : path;
}

type Container = { readonly [key: string]: JsonValue } | readonly JsonValue[];

function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null;
}

function own(container: Container, key: string): JsonValue | undefined {
  return Object.getOwnPropertyDescriptor(container, key)?.value as JsonValue | undefined;
}
