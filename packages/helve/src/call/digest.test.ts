import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../tool/json.ts';
import { callDigest, canonicalJson } from './digest.ts';

/** JSON as a parser gives it: without minus zero, which JSON.stringify cannot write. */
const json = fc
  .jsonValue({ stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)));

/** The same value with the keys of every object in another order. */
function shuffled(value: JsonValue, seed: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => shuffled(item, seed));
  const entries = Object.entries(value).map(
    ([key, field]) => [key, shuffled(field, seed)] as const,
  );
  return Object.fromEntries(seed % 2 === 0 ? entries.toReversed() : entries.toSorted(byKey));
}

function byKey([a]: readonly [string, JsonValue], [b]: readonly [string, JsonValue]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

describe('canonical JSON', () => {
  test('is JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toStrictEqual(value);
      }),
    );
  });

  test('is the same text for equal values, whatever the order of their keys', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        expect(canonicalJson(shuffled(value, seed))).toBe(canonicalJson(value));
      }),
    );
  });

  test('is another text for another value', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const equal = JSON.stringify(shuffled(one, 1)) === JSON.stringify(shuffled(other, 1));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(equal);
      }),
    );
  });

  test.each<[JsonValue, string]>([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [{ 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    [JSON.parse('{"__proto__":{"b":1}}'), '{"__proto__":{"b":1}}'],
    [-0, '0'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe('the digest of a call', () => {
  test('is the SHA-256 of its canonical JSON', async () => {
    const text = '["refund",{"id":"1"},{"amount":5,"id":"1"}]';
    const expected = createHash('sha256').update(text).digest('hex');
    expect(await callDigest('refund', { id: '1' }, { id: '1', amount: 5 })).toBe(expected);
  });

  test('is another one for another tool, accepted input or parsed input', async () => {
    const digests = await Promise.all([
      callDigest('refund', { id: 1 }, { id: 1 }),
      callDigest('refund2', { id: 1 }, { id: 1 }),
      callDigest('refund', { id: 2 }, { id: 1 }),
      callDigest('refund', { id: 1 }, { id: 2 }),
      // half characters must not become the same replacement character
      callDigest('refund', '\uD800', 1),
      callDigest('refund', '\uDC00', 1),
    ]);
    expect(new Set(digests).size).toBe(digests.length);
  });
});
