import { expect, test } from 'vitest';
import { judgeLoaded } from './judge-loaded.ts';

const small = { files: 3, bytes: 5_000, packages: ['node:fs', 'aim', 'zodiac'] };

test('an entry point within its budgets has no problems', () => {
  expect(judgeLoaded('helve', small)).toEqual([]);
});

test('too many files and too many bytes are told', () => {
  const problems = judgeLoaded('helve', { ...small, files: 11, bytes: 10_000_000 });
  expect(problems).toEqual([
    expect.stringMatching('An import of "helve" takes 11 files, 1 '),
    expect.stringMatching('An import of "helve" takes 10,000,000 bytes'),
  ]);
});

test.each(['zod', 'zod/mini', 'valibot', 'arktype', '@ai-sdk/provider', 'ai'])(
  '%s is loaded by no entry point',
  (name) => {
    const problems = judgeLoaded('helve', { ...small, packages: [name] });
    expect(problems).toEqual([expect.stringMatching(`loads "${name}"`)]);
  },
);

test('a new entry point needs a budget', () => {
  expect(judgeLoaded('@helve/new', small)).toEqual([expect.stringMatching('has no budget')]);
});
