import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './digest.ts';
import { copyJson, isSameJson } from './json-values.ts';

const json = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)));

describe('a copy', () => {
  test('is the same value, and shares nothing with it', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = copyJson(value);
        expect(copy).toStrictEqual(value);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  test('keeps a field with the name of a prototype', () => {
    const value = JSON.parse('{"__proto__":{"a":[1]}}');
    expect(JSON.stringify(copyJson(value))).toBe('{"__proto__":{"a":[1]}}');
  });
});

describe('values are the same', () => {
  test('where their canonical JSON is', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const isSame = canonicalJson(one) === canonicalJson(other);
        expect(isSameJson(one, other)).toBe(isSame);
        expect(isSameJson(one, copyJson(one))).toBe(true);
      }),
    );
  });

  test.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['{"a":null,"b":1}', '{"b":1,"c":null}', false],
    ['[1]', '{"0":1}', false],
    ['{}', '[]', false],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}', true],
    ['{"__proto__":{}}', '{"toString":{}}', false],
    ['null', '{}', false],
    ['"1"', '1', false],
  ])('or not: %s and %s', (one, other, isSame) => {
    expect(isSameJson(JSON.parse(one), JSON.parse(other))).toBe(isSame);
    expect(isSameJson(JSON.parse(other), JSON.parse(one))).toBe(isSame);
  });
});
