import { close, runChecks } from './run-checks.ts';
import { build, runTestChecks, testProjects } from './test-checks.ts';
import { vitestCheck } from './vitest-check.ts';

// `npm test` runs every check; `npm test -- <filter>` builds and runs the tests that match.

const args = process.argv.slice(2);

if (args.length === 0) {
  close(await runTestChecks());
} else {
  const projects = args.some((arg) => arg.startsWith('--project')) ? [] : testProjects;
  close(await runChecks([build, vitestCheck('tests', [...projects, ...args], true)]));
}
