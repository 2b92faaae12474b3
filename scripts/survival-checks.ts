import type { Check, Outcome } from './check.ts';
import type { CommandResult } from './run-command.ts';
import { runCommand } from './run-command.ts';

/** Longer than any of them takes on a machine that is busy; what hangs has failed. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * The programs that kill processes, and let processes race, as checks: every run they make counts.
 *
 * @param store which stores to try
 */
export function survivalChecks(store: 'sqlite' | 'all'): readonly Check[] {
  return [
    survivalCheck('crash', 'crash tests', ['--kills', '100', '--store', store]),
    survivalCheck('races', 'races', ['--processes', '8', '--rounds', '500', '--store', store]),
  ];
}

function survivalCheck(program: string, name: string, args: readonly string[]): Check {
  return {
    name,
    run: async () => {
      const file = `tests/survival/${program}.ts`;
      return survivalOutcome(await runCommand('node', [file, ...args], { timeoutMs: TIMEOUT_MS }));
    },
  };
}

/** Reads what a program printed: a line for each store, and `N passed, N failed` as the last one. */
export function survivalOutcome({ code, output }: CommandResult): Outcome {
  const lines = output.trimEnd().split('\n');
  const counts = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '');
  const failed = Number(counts?.[2] ?? 0);
  return {
    passed: Number(counts?.[1] ?? 0),
    // a program that ended badly, or does not say how it ended, is a failure by itself
    failed: code === 0 && counts ? failed : Math.max(1, failed),
    skipped: 0,
    output,
    notes: lines.filter((line) => /; seed \d+$/.test(line)),
  };
}
