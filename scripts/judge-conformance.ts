import type { Outcome } from './check.ts';
import type { CommandResult } from './run-command.ts';

/** One scenario in the suite's summary. */
interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/**
 * Counts the checks of a run of the conformance suite. Scenarios that it does not score may fail
 * only for a reason that is on record.
 *
 * @param known unscored scenarios that fail, and why
 */
export function judgeConformance(
  { code, output }: CommandResult,
  known: Readonly<Record<string, string>>,
): Outcome {
  const [, summary = ''] = output.split(/^=== (?:SUITE )?SUMMARY ===$/m);
  const scenarios = readScenarios(summary);
  const unscored = new Set([...summary.matchAll(/^ +[✓✗] ([^\s]+) \(/gm)].map(([, name]) => name));
  const excused = scenarios.filter(
    ({ name, failed }) => failed > 0 && unscored.has(name) && Object.hasOwn(known, name),
  );
  const counted = scenarios.filter((scenario) => !excused.includes(scenario));
  const stale = scenarios
    .filter(({ name, failed }) => failed === 0 && Object.hasOwn(known, name))
    .map(({ name }) => `${name} passes: take it out of the list of those that need not.\n`);
  const failed = sum(counted, 'failed') + stale.length;
  const endedBadly = code !== 0 || scenarios.length === 0;
  return {
    passed: sum(counted, 'passed'),
    failed: endedBadly ? Math.max(1, failed) : failed,
    skipped: 0,
    output: output + stale.join(''),
    notes: excused.map(({ name, failed: checks }) => {
      return `not scored: ${name} fails ${checks} checks, since ${known[name]}`;
    }),
  };
}

function readScenarios(summary: string): readonly Scenario[] {
  return [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(
    ([, name = '', passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }),
  );
}

function sum(scenarios: readonly Scenario[], key: 'passed' | 'failed'): number {
  return scenarios.reduce((total, scenario) => total + scenario[key], 0);
}
