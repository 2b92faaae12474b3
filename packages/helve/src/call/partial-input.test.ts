import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PartialInput } from './partial-input.ts';
import { MAX_DEPTH } from './read-json.ts';

/** The value after each of `deltas`, copied: the same object grows. */
function valuesOf(deltas: readonly string[]): unknown[] {
  const partial = new PartialInput();
  return deltas.map((delta) => structuredClone(partial.push(delta)));
}

/** Any JSON text, with any white space, and with strings of any code units. */
const jsonText = fc.oneof(
  fc.tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1, '\t')).map(
    // `undefined` is no JSON value, so there is always a text
    ([value, space]) => JSON.stringify(value, undefined, space),
  ),
  // strings as they are, not escaped: what a model writes beyond ASCII
  fc.array(fc.string({ unit: 'binary' })).map((strings) => {
    const raw = strings.map((text) => text.replaceAll(/["\\\p{Cc}]/gu, ''));
    return `{"list":[${raw.map((text) => `"${text}"`).join()}],"\uD83D\uDE00":"\uD83D"}`;
  }),
);

/** The same, also with keys that come again or mean something to JavaScript, and all kinds of numbers. */
const oddText = fc.oneof(
  jsonText,
  fc
    .array(
      fc.tuple(
        fc.constantFrom('a', 'b', '__proto__', 'valueOf', 'toString', ''),
        fc.constantFrom(
          '"x\\n\\u00e9\\/"',
          '-0',
          '1e400',
          '12.50E-3',
          '{"a":[]}',
          '[[1],2]',
          'null',
        ),
      ),
    )
    .map(
      (entries) => ` {${entries.map(([key, value]) => `"${key}" : ${value}`).join(' ,\n')}}\r\t`,
    ),
);

/** JSON text with something in it changed, so that most are broken. */
const brokenText = fc
  .tuple(
    jsonText,
    fc.nat(),
    fc.constantFrom(0, 1),
    fc.constantFrom(...'{}[]:,"\\ \n0.-+eEtux\u0001\uFEFF'),
  )
  .map(([text, place, taken, char]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + char + text.slice(at + taken);
  });

/** What whole JSON text may want for, wherever it breaks off, but for its closing brackets. */
const ENDINGS = [
  '| 0 :0 "":0 e ue rue true se lse alse l ll ull', // outside of strings
  '" n" 0" 00" 000" 0000" u0000"', // in one
  '":0 n":0 0":0 00":0 000":0 0000":0 u0000":0', // in a key
].flatMap((line) => line.replace('|', '').split(' '));

/** Whether text is the beginning of some JSON text: the slow way. */
function isBeginning(text: string): boolean {
  const closers: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') closers.unshift('}');
    else if (char === '[') closers.unshift(']');
    else if (char === '}' || char === ']') closers.shift();
  }
  const end = closers.join('');
  return ENDINGS.some((ending) => isJson(text + ending + end));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A text cut at any places, also between the halves of a character. */
const cut = oddText.chain((text) =>
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
      fc.property(oddText, (text) => {
        expect(valuesOf(text.split('')).at(-1)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('shows at every character a beginning of what it comes to', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const whole: unknown = JSON.parse(text);
        for (const value of valuesOf(text.split(''))) expectBeginning(value, whole);
      }),
    );
  });

  test('reads broken text as far as it could be JSON, and shows nothing of what follows', () => {
    fc.assert(
      fc.property(brokenText, (text) => {
        if (isBeginning(text)) return;
        const values = valuesOf(text.split(''));
        // between what can be read and what cannot
        let [readable, broken] = [0, text.length];
        while (broken - readable > 1) {
          const middle = Math.floor((readable + broken) / 2);
          if (isBeginning(text.slice(0, middle))) readable = middle;
          else broken = middle;
        }
        // what is not JSON still ends the number in front of it
        const begun = text.slice(0, readable);
        const shown = [begun, `${begun} `].map((read) => valuesOf(read.split('')).at(-1));
        for (const value of values.slice(readable)) expect(shown).toContainEqual(value);
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

  test('looks at every character of a text a fixed number of times, however it is cut', () => {
    const text = JSON.stringify({ lines: Array.from({ length: 500 }, (_, n) => `line ${n} "\n"`) });
    const { charCodeAt } = String.prototype;
    let looks = 0;
    String.prototype.charCodeAt = function (at) {
      looks += 1;
      return charCodeAt.call(this, at);
    };
    try {
      for (const length of [1, 20, text.length]) {
        looks = 0;
        const partial = new PartialInput();
        for (let at = 0; at < text.length; at += length) partial.push(text.slice(at, at + length));
        expect(looks).toBeLessThanOrEqual(2 * text.length);
      }
    } finally {
      String.prototype.charCodeAt = charCodeAt;
    }
  });

  test('shows no half of a character', () => {
    expect(valuesOf(['"a\uD83D', '\uDE00', '\\ud83d', '\\ude00"'])).toEqual([
      'a',
      'a\u{1F600}',
      'a\u{1F600}',
      'a\u{1F600}\u{1F600}',
    ]);
  });

  test('is read no deeper than arguments may be nested', () => {
    const deepest = '['.repeat(MAX_DEPTH);
    expect(JSON.stringify(valuesOf([deepest])[0])).toBe(deepest + ']'.repeat(MAX_DEPTH));
    const tooDeep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(JSON.stringify(valuesOf([tooDeep])[0])).toBe(deepest + ']'.repeat(MAX_DEPTH));
  });

  test('is not slowed down by a number at the root that never ends', () => {
    const digits = Array<string>(1_000).fill('1'.repeat(1_000));
    expect(valuesOf(digits)[0]).toBeUndefined();
    expect(valuesOf(['12', '34'])).toEqual([12, 1234]);
  });
});

/** Expects that `part` can be `whole` while it is still being written. */
function expectBeginning(part: unknown, whole: unknown): void {
  if (part === undefined || Object.is(part, whole)) return;
  if (typeof part === 'string') expect(String(whole).startsWith(part)).toBe(true);
  else if (Array.isArray(part) && Array.isArray(whole)) {
    for (const [at, item] of part.entries()) expectBeginning(item, whole[at]);
  } else if (typeof part === 'object') {
    for (const [key, value] of Object.entries(part ?? {})) {
      expect(Object.hasOwn(Object(whole), key)).toBe(true);
      expectBeginning(value, Reflect.get(Object(whole), key));
    }
  } else expect(typeof part).toBe('number');
}
