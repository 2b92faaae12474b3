import { expect } from 'vitest';
import type { Budget } from './budgets.ts';
import { judgeBudget } from './judge-budget.ts';

/** Fails with a sentence that says by how much a budget is exceeded and where to look. */
export function expectBudget(subject: string, measured: number, budget: Budget): void {
  expect(judgeBudget(subject, measured, budget)).toBeUndefined();
}
