import { expect, test } from 'vitest';
import { applyRepairs } from './apply-repairs.ts';

test('only the way to a repair is copied', () => {
  const value = { left: { a: [1, '2'], keep: {} }, right: { b: null, keep: {} } };
  const before = structuredClone(value);
  const repaired = applyRepairs(value, [
    { path: ['left', 'a', 1], repair: { value: 2 } },
    { path: ['left', 'n'], repair: { value: 3 } },
    { path: ['right', 'b'], repair: { absent: true } },
  ]);
  expect(repaired).toEqual({ left: { a: [1, 2], keep: {}, n: 3 }, right: { keep: {} } });
  expect(value).toEqual(before);
  expect(Reflect.get(Object(repaired), 'left').keep).toBe(value.left.keep);
  expect(applyRepairs(value, [])).toBe(value);
});

test('the whole value can be replaced', () => {
  expect(applyRepairs('[]', [{ path: [], repair: { value: [] } }])).toEqual([]);
});

test('names of prototypes are ordinary names', () => {
  const value: unknown = JSON.parse('{"__proto__":{"n":"1"},"constructor":null}');
  const repaired = applyRepairs(value, [
    { path: ['__proto__', 'n'], repair: { value: 1 } },
    { path: ['constructor'], repair: { absent: true } },
  ]);
  expect(JSON.stringify(repaired)).toBe('{"__proto__":{"n":1}}');
  expect(Object.prototype).not.toHaveProperty('n');
});

test('a way that does not exist is left alone', () => {
  expect(applyRepairs({ a: 1 }, [{ path: ['a', 'b', 'c'], repair: { value: 2 } }])).toEqual({
    a: 1,
  });
});
