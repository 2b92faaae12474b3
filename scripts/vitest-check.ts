import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Check, Outcome } from './check.ts';
import { root } from './project.ts';
import type { CommandResult } from './run-command.ts';
import { runCommand } from './run-command.ts';

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** Runs Vitest; every test counts. Arguments are handed on, a word being a filter on file names. */
export function vitestCheck(name: string, args: readonly string[], live = false): Check {
  return {
    name,
    run: async () => {
      const file = join(root, `node_modules/.cache/vitest-${name.replaceAll(/\W+/g, '-')}.json`);
      rmSync(file, { force: true });
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const result = await runCommand('vitest', ['run', ...reporters, ...args], { live });
      return vitestOutcome(result, readReport(file));
    },
  };
}

/**
 * Counts a run of Vitest. A file that does not load counts as a failed test, and a run that ended
 * badly as one failure even where no test failed: an error nobody caught, or no report at all.
 */
export function vitestOutcome(result: CommandResult, report: VitestReport | undefined): Outcome {
  const failed = (report?.numFailedTests ?? 0) + (report?.testResults.filter(unloaded).length ?? 0);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: result.code === 0 && report !== undefined ? failed : Math.max(1, failed),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    output: result.output,
    notes: report === undefined ? [] : skippedTests(report),
  };
}

function unloaded({ status, assertionResults }: TestFile): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed');
}

/** The names of a file's skipped tests, or where they are many only how many there are. */
function skippedTests(report: VitestReport): string[] {
  return report.testResults.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) =>
      ['skipped', 'pending', 'todo', 'disabled'].includes(status),
    );
    return skipped.length > 3
      ? [`skipped: ${skipped.length} of ${assertionResults.length} in ${relative(root, name)}`]
      : skipped.map((test) => `skipped: ${test.fullName}`);
  });
}

function readReport(file: string): VitestReport | undefined {
  try {
    // Vitest writes this file in its documented format
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}
