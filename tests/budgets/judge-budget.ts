import type { Budget } from './budgets.ts';

/**
 * Says by how much a budget is exceeded and what to look at; `undefined` where it is kept.
 *
 * @param subject what was measured, as it reads in front of "takes"
 */
export function judgeBudget(subject: string, measured: number, budget: Budget): string | undefined {
  const { most, unit, lookAt } = budget;
  // a measurement that went wrong must not pass for a small one
  if (!(measured > 0)) return `${subject} takes ${measured} ${unit}: nothing was measured.`;
  if (measured <= most) return undefined;
  const more = measured - most;
  const share = ((more / most) * 100).toFixed(1);
  return `${subject} takes ${inWords(measured)} ${unit}, ${inWords(more)} (${share} %) more than the budget of ${inWords(most)}. Look at ${lookAt}.`;
}

function inWords(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
