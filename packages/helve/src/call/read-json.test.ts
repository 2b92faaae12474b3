import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJson } from './read-json.ts';

describe('argument text', () => {
  test('is read as JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test.each(['', ' ', '\n\t'])('that is missing (%j) is no value, rather than {}', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: undefined });
  });

  test.each(['{', '{"a":', '{"a":1', 'nonsense', '{"a":1}}', "{'a':1}", '{"a":undefined}'])(
    'that is broken (%s) is never taken for {}',
    (text) => {
      expect(readJson(text)).toEqual({ ok: false, text, error: expect.any(SyntaxError) });
    },
  );

  test('that was cut off anywhere is broken', () => {
    const object = fc.json().map((text) => `{"a":${text}}`);
    fc.assert(
      fc.property(
        object,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (text, at) => {
          const cut = text.slice(0, 1 + Math.floor((text.length - 1) * at));
          expect(readJson(cut).ok).toBe(false);
        },
      ),
    );
  });

  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('may nest 200 levels deep, and no deeper', () => {
    expect(readJson(nested(200)).ok).toBe(true);
    const text = nested(201);
    expect(readJson(text)).toEqual({ ok: false, text, error: expect.any(RangeError) });
    expect(readJson(nested(50_000)).ok).toBe(false);
  });

  test('has no levels in its strings', () => {
    const brackets = '[{'.repeat(300);
    const text = JSON.stringify({ brackets, escaped: `\\"${brackets}`, more: [1] });
    expect(readJson(text).ok).toBe(true);
  });
});
