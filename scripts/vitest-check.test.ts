import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './project.ts';
import type { VitestReport } from './vitest-check.ts';
import { vitestOutcome } from './vitest-check.ts';

const report = (counts: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...counts,
});

test('counts every test', () => {
  const good = { code: 0, output: '' };
  expect(vitestOutcome(good, report({}))).toMatchObject({ passed: 5, failed: 0, skipped: 0 });

  const bad = { code: 1, output: '' };
  expect(vitestOutcome(bad, report({ numFailedTests: 2 }))).toMatchObject({ passed: 5, failed: 2 });
});

test('names the tests that were skipped', () => {
  const outcome = vitestOutcome(
    { code: 0, output: '' },
    report({
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'a holds' },
            { status: 'skipped', fullName: 'b holds' },
            { status: 'todo', fullName: 'c holds' },
          ],
        },
      ],
    }),
  );
  expect(outcome.skipped).toBe(2);
  expect(outcome.notes).toEqual(['skipped: b holds', 'skipped: c holds']);
});

test('does not fill the screen with the names of many skipped tests', () => {
  const skipped = ['a', 'b', 'c', 'd'].map((fullName) => ({ status: 'skipped', fullName }));
  const file = { name: join(root, 'tests/a.test.ts'), status: 'passed', assertionResults: skipped };
  const outcome = vitestOutcome(
    { code: 0, output: '' },
    report({ numPendingTests: 4, testResults: [file] }),
  );
  expect(outcome.skipped).toBe(4);
  expect(outcome.notes).toEqual(['skipped: 4 of 4 in tests/a.test.ts']);
});

test('counts a file that does not load beside tests that fail', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'a' }],
    },
    { name: 'b.test.ts', status: 'failed', assertionResults: [] },
  ];
  const outcome = vitestOutcome(
    { code: 1, output: '' },
    report({ numFailedTests: 1, testResults }),
  );
  expect(outcome).toMatchObject({ passed: 5, failed: 2 });
});

test('counts a run as failed that ended badly though no test failed', () => {
  expect(vitestOutcome({ code: 1, output: '' }, report({}))).toMatchObject({ failed: 1 });
});

test('counts a run as failed that left no report', () => {
  expect(vitestOutcome({ code: 0, output: '' }, undefined)).toMatchObject({ passed: 0, failed: 1 });
});
