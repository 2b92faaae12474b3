import { globSync } from 'node:fs';
import { findPostgres } from '../tests/postgres/start-postgres.ts';
import type { Check } from './check.ts';
import { conformanceChecks } from './conformance-checks.ts';
import { mutationChecks } from './mutation-checks.ts';
import { runPackageChecks } from './package-checks.ts';
import { root } from './project.ts';
import { addTallies, close, runChecks } from './run-checks.ts';
import { runRuntimeChecks } from './runtime-checks.ts';
import { survivalChecks } from './survival-checks.ts';
import { runTestChecks } from './test-checks.ts';
import { vitestCheck } from './vitest-check.ts';
import { withTarballs } from './with-tarballs.ts';

// What has to pass before a change is taken: everything `npm test` runs, and the slower checks.

function skippedCheck(name: string, why: string): Check {
  const nothing = { passed: 0, failed: 0, skipped: 1, output: '' };
  return { name, run: async () => ({ ...nothing, notes: [`skipped: ${why}`] }) };
}

const wireTests =
  globSync('tests/wire/**/*.test.ts', { cwd: root }).length > 0
    ? vitestCheck('wire tests', ['--project=wire'])
    : skippedCheck('wire tests', 'there are none in tests/wire');

const withoutPostgres =
  findPostgres() === undefined && process.env['HELVE_WITHOUT_POSTGRES'] === '1';

const postgresTests: Check = withoutPostgres
  ? skippedCheck('postgres tests', 'PostgreSQL is not installed')
  : // where it is not installed, they fail and say so
    vitestCheck('postgres tests', ['--project=postgres']);

close(
  addTallies(
    await runTestChecks(),
    await runChecks([wireTests, postgresTests]),
    await runChecks(conformanceChecks),
    await runChecks(survivalChecks(withoutPostgres ? 'sqlite' : 'all')),
    await runChecks(mutationChecks, 2),
    await withTarballs(runPackageChecks, runRuntimeChecks),
  ),
);
