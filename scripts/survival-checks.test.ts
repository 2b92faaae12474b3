import { expect, test } from 'vitest';
import { survivalOutcome } from './survival-checks.ts';

const summary = 'sqlite: 100 kills, 210 runs, in 40.1 s; seed 7';

test('every run counts, and what was done is noted', () => {
  const output = `${summary}\n210 passed, 0 failed\n`;
  expect(survivalOutcome({ code: 0, output })).toMatchObject({
    passed: 210,
    failed: 0,
    notes: [summary],
  });
});

test.each([
  ['says so', 1, '208 passed, 2 failed\n', 2],
  ['ends badly all the same', 1, '210 passed, 0 failed\n', 1],
  ['never came to its end', 0, 'TypeError: no\n', 1],
  ['said nothing', 0, '', 1],
])('a program that %s has failed', (_, code, output, failed) => {
  expect(survivalOutcome({ code, output })).toMatchObject({ failed });
});
