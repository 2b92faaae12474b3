import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesGlob, parseGlob } from './glob.ts';

function matches(pattern: string, text: string): boolean {
  return matchesGlob(parseGlob(pattern), text);
}

describe('a pattern', () => {
  test.each([
    ['refund', 'refund', true],
    ['refund', 'refunds', false],
    ['refund', 'Refund', false],
    ['*', '', true],
    ['*', 'anything\nat all', true],
    ['delete-*', 'delete-', true],
    ['delete-*', 'delete-user', true],
    ['delete-*', 'undelete-user', false],
    ['*-user', 'delete-user', true],
    ['*-user', 'delete-user-now', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a**c', 'abc', true],
    ['ab*ba', 'aba', false],
    ['a*b*b', 'ab', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j and the text %j: %j', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  test('has no other special characters', () => {
    expect(matches('a.c', 'abc')).toBe(false);
    expect(matches('[a-z]+', 'abc')).toBe(false);
    expect(matches('[a-z]+', '[a-z]+')).toBe(true);
    expect(matches('a?', 'ab')).toBe(false);
  });
});

test('a pattern matches what the same regular expression matches', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 });
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
  fc.assert(
    fc.property(patterns, letters, (pattern, text) => {
      const source = pattern.replaceAll('.', '\\.').replaceAll('*', '[^]*');
      expect(matches(pattern, text)).toBe(new RegExp(`^${source}$`).test(text));
    }),
  );
});

test('a long text cannot make a pattern with many stars try again and again', () => {
  // Matching this by going back would take longer than any test may.
  const pattern = `${'a*'.repeat(200)}b`;
  expect(matches(pattern, 'a'.repeat(200_000))).toBe(false);
});
