import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../call/digest.ts';
import type { JsonValue } from '../../tool/json.ts';
import { firstDifference } from './first-difference.ts';

test.each<[JsonValue, JsonValue, string]>([
  [1, 2, 'root'],
  [{ a: 1 }, 1, 'root'],
  [[], {}, 'root'],
  [null, {}, 'root'],
  [{ a: 1 }, { a: 2 }, 'a'],
  [{ a: 1 }, {}, 'a'],
  [{}, { b: null }, 'b'],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, 'a.b.1.c'],
  [[1, 2], [1, 2, 3], '2'],
  [{ a: [1] }, { a: { 0: 1 } }, 'a'],
  [{ a: 1, b: 2 }, { b: 2, a: 1, c: 3 }, 'c'],
  [{ a: { x: 1, y: 2 }, b: 1 }, { a: { y: 2, x: 1 }, b: 2 }, 'b'],
])('%j and %j differ first at %s', (a, b, path) => {
  expect(firstDifference(a, b)).toBe(path);
});

test('fields called like members of every object are compared like others', () => {
  const a: JsonValue = JSON.parse('{"__proto__":{"x":1},"constructor":1}');
  const b: JsonValue = JSON.parse('{"__proto__":{"x":2},"constructor":1}');
  expect(firstDifference(a, b)).toBe('__proto__.x');
  expect(firstDifference({}, b)).toBe('__proto__');
  expect(firstDifference(JSON.parse('{"toString":1}'), {})).toBe('toString');
});

/** Keys without a dot, so that a path can be followed back. */
const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 0, 1, '', 'x'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

function at(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (path === 'root') return value;
  return path.split('.').reduce<JsonValue | undefined>((inner, key) => {
    const own = Object.getOwnPropertyDescriptor(Object(inner), key);
    return own?.value as JsonValue | undefined;
  }, value);
}

test('the path leads to a place where the two differ', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      fc.pre(canonicalJson(a) !== canonicalJson(b));
      const path = firstDifference(a, b);
      const [left, right] = [at(a, path), at(b, path)];
      const text = (value: JsonValue | undefined) =>
        value === undefined ? '' : canonicalJson(value);
      expect(text(left)).not.toBe(text(right));
    }),
  );
});
