import { globSync } from 'node:fs';
import type { Check } from './check.ts';
import { runPackageChecks } from './package-checks.ts';
import { root } from './project.ts';
import { addTallies, close, runChecks } from './run-checks.ts';
import { runRuntimeChecks } from './runtime-checks.ts';
import { runTestChecks } from './test-checks.ts';
import { vitestCheck } from './vitest-check.ts';
import { withTarballs } from './with-tarballs.ts';

// What has to pass before a change is taken: everything `npm test` runs, and the slower checks.

const noWireTests: Check = {
  name: 'wire tests',
  run: async () => ({
    passed: 0,
    failed: 0,
    skipped: 1,
    output: '',
    notes: ['skipped: there are none in tests/wire'],
  }),
};

const wireTests =
  globSync('tests/wire/**/*.test.ts', { cwd: root }).length > 0
    ? vitestCheck('wire tests', ['--project=wire'])
    : noWireTests;

close(
  addTallies(
    await runTestChecks(),
    await runChecks([wireTests]),
    await withTarballs(runPackageChecks, runRuntimeChecks),
  ),
);
