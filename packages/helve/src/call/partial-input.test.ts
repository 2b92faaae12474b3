import { JSONParser } from '@streamparser/json';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPartialInput, PartialInput } from './partial-input.ts';

beforeAll(loadPartialInput);

/** The value after each of `deltas`, copied: the same object grows. */
function valuesOf(deltas: readonly string[]): unknown[] {
  const partial = new PartialInput();
  return deltas.map((delta) => structuredClone(partial.valueAfter(partial.push(delta))));
}

/** Any JSON text, with any white space, and with strings of any code units (U+FEFF is dropped). */
const jsonText = fc
  .oneof(
    fc.tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t')).map(
      // `undefined` is no JSON value, so there is always a text
      ([value, space]) => JSON.stringify(value, undefined, space),
    ),
    // strings as they are, not escaped: what a model writes beyond ASCII
    fc.array(fc.string({ unit: 'binary' })).map((strings) => {
      const raw = strings.map((text) => text.replaceAll(/["\\\p{Cc}]/gu, ''));
      return `{"list":[${raw.map((text) => `"${text}"`).join()}],"\uD83D\uDE00":"\uD83D"}`;
    }),
  )
  .map((text) => text.replaceAll('\uFEFF', ''));

/** A text cut at any places, also between the halves of a character. */
const cut = jsonText.chain((text) =>
  fc.array(fc.nat(text.length), { maxLength: 20 }).map((places) => {
    const edges = [0, ...places.toSorted((a, b) => a - b), text.length];
    return { text, deltas: edges.slice(1).map((edge, index) => text.slice(edges[index], edge)) };
  }),
);

describe('PartialInput', () => {
  test('comes to what JSON.parse gives, wherever the text is cut', () => {
    fc.assert(
      fc.property(cut, ({ text, deltas }) => {
        expect(valuesOf(deltas).at(-1)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('comes to what JSON.parse gives, character by character', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(valuesOf(text.split('')).at(-1)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('comes to the same, whether it is looked at with every piece or only at the end', () => {
    fc.assert(
      fc.property(cut, ({ deltas }) => {
        const partial = new PartialInput();
        for (const delta of deltas) partial.push(delta);
        expect(partial.valueAfter(deltas.length)).toStrictEqual(valuesOf(deltas).at(-1));
      }),
    );
  });

  test('shows unfinished strings, arrays and objects', () => {
    expect(valuesOf(['{"city":"Os', 'lo","tags":["a"', ',"b', 'c"],"in":{', '}}'])).toEqual([
      { city: 'Os' },
      { city: 'Oslo', tags: ['a'] },
      { city: 'Oslo', tags: ['a', 'b'] },
      { city: 'Oslo', tags: ['a', 'bc'], in: {} },
      { city: 'Oslo', tags: ['a', 'bc'], in: {} },
    ]);
  });

  test('shows no number, true, false or null before it is complete', () => {
    expect(valuesOf(['{"n":12', '3', ',"t":tr', 'ue,"z":nul', 'l}'])).toEqual([
      {},
      {},
      { n: 123 },
      { n: 123, t: true },
      { n: 123, t: true, z: null },
    ]);
  });

  test('is undefined before there is any value', () => {
    expect(valuesOf(['', '  ', '\n{'])).toEqual([undefined, undefined, {}]);
  });

  test('has a key named __proto__ as an ordinary own one, also while it grows', () => {
    for (const value of [
      ...valuesOf(['{"__proto__":"ab', 'c"}']),
      ...valuesOf(['{"__proto__":{"x":["y', '"]}}']),
    ]) {
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(Object.keys(Object(value))).toEqual(['__proto__']);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test.each([
    [['nonsense', ' {"a":1}'], undefined],
    [['{"a":1, ', 'b: 2', '}'], { a: 1 }],
    [['{"a":1}', '{"b":2}'], { a: 1 }],
    [['{"a":"x', '\n', 'y"}'], { a: 'x' }],
    [['["a', '"}', ']'], ['a']],
  ])('keeps what could be read of %j', (deltas, readable) => {
    expect(valuesOf(deltas).at(-1)).toEqual(readable);
  });

  test('has every character parsed once, however often it is looked at', () => {
    const write = vi.spyOn(JSONParser.prototype, 'write');
    const text = JSON.stringify({ lines: Array.from({ length: 500 }, (_, n) => `line ${n}`) });
    const partial = new PartialInput();
    for (const char of text) {
      const count = partial.push(char);
      for (let look = 0; look < 3; look += 1) partial.valueAfter(count);
    }
    const parsed = write.mock.calls.reduce((sum, [piece]) => sum + String(piece).length, 0);
    write.mockRestore();
    expect(parsed).toBe(text.length);
  });

  test('parses nothing that nobody looks at', () => {
    const write = vi.spyOn(JSONParser.prototype, 'write');
    const partial = new PartialInput();
    partial.push('{"a":');
    partial.push('1}');
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  test('gives the value as it is by now, where an earlier one is asked for late', () => {
    const partial = new PartialInput();
    const first = partial.push('{"a":1,');
    expect(partial.valueAfter(partial.push('"b":2}'))).toEqual({ a: 1, b: 2 });
    expect(partial.valueAfter(first)).toEqual({ a: 1, b: 2 });
  });

  test('nests as deep as the text does', () => {
    const depth = 20_000;
    const values = new PartialInput();
    let value = values.valueAfter(values.push(`${'['.repeat(depth)}${']'.repeat(depth)}`));
    for (let level = 1; level < depth; level += 1)
      value = Array.isArray(value) ? value[0] : undefined;
    expect(value).toEqual([]);
  });
});
