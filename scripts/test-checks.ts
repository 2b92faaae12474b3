import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from './check.ts';
import { commandCheck, outcome } from './check.ts';
import { root } from './project.ts';
import type { Tally } from './run-checks.ts';
import { addTallies, runChecks } from './run-checks.ts';
import { vitestCheck } from './vitest-check.ts';

/** The Vitest projects that `npm test` runs; `wire` needs recordings and belongs to CI. */
export const testProjects: readonly string[] = [
  '--project=unit',
  '--project=tests',
  '--project=types',
];

/** Builds the packages; whatever imports one by name needs this first. */
export const build: Check = commandCheck('build', 'npm', ['run', 'build', '--silent']);

const checks: readonly Check[] = [
  commandCheck('types', 'tsc', ['-b', '--pretty', 'false']),
  commandCheck('biome', 'biome', ['ci', '--colors=off', '--error-on-warnings']),
  commandCheck('knip', 'knip', ['--no-progress']),
  commandCheck('floors', 'node', ['scripts/check-floors.ts']),
  commandCheck('lines', 'node', ['scripts/check-lines.ts']),
  commandCheck('words', 'node', ['scripts/check-words.ts']),
  commandCheck('docs', 'node', ['scripts/check-docs.ts']),
  commandCheck('bundle budget', 'node', ['scripts/check-bundle-budget.ts']),
  commandCheck('types budget', 'node', ['scripts/check-types-budget.ts']),
];

/** Everything `npm test` stands for. */
export async function runTestChecks(): Promise<Tally> {
  return addTallies(
    await runChecks([build]),
    await runChecks(checks, 2),
    await runChecks([vitestCheck('tests', testProjects), ...exampleChecks()]),
  );
}

/** Every example runs: its script `check` where it has one, else its script `test`. */
function exampleChecks(): Check[] {
  return globSync('examples/*/package.json', { cwd: root })
    .sort()
    .map((file) => {
      const example = dirname(file);
      // npm has read the same file before
      const { scripts = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        readonly scripts?: Readonly<Record<string, string>>;
      };
      const script = ['check', 'test'].find((name) => name in scripts);
      return script === undefined
        ? { name: example, run: async () => outcome(false, `${file} needs a script "check"`) }
        : commandCheck(`${example} ${script}`, 'npm', ['run', script, '--silent', '-w', example]);
    });
}
