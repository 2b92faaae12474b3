import { expect, test } from 'vitest';
import { judgeBudget } from './judge-budget.ts';

const budget = { most: 1_000, unit: 'bytes', lookAt: 'what was added' };

test('a budget is kept up to its last unit', () => {
  expect(judgeBudget('A tool', 1, budget)).toBeUndefined();
  expect(judgeBudget('A tool', 1_000, budget)).toBeUndefined();
});

test('an exceeded budget is told with the excess and where to look', () => {
  expect(judgeBudget('A tool', 1_025, budget)).toBe(
    'A tool takes 1,025 bytes, 25 (2.5 %) more than the budget of 1,000. Look at what was added.',
  );
});

test('a measurement that went wrong keeps no budget', () => {
  expect(judgeBudget('A tool', Number.NaN, budget)).toMatch('nothing was measured');
  expect(judgeBudget('A tool', 0, budget)).toMatch('nothing was measured');
});
