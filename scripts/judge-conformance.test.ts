import { expect, test } from 'vitest';
import { judgeConformance } from './judge-conformance.ts';

const summary = (...lines: readonly string[]) => ({
  code: 0,
  output: ['ran it', '=== SUMMARY ===', ...lines].join('\n'),
});

test('the checks of all scenarios are counted', () => {
  const run = summary('✓ one: 2 passed, 0 failed', '✗ two: 1 passed, 3 failed');
  expect(judgeConformance(run, {})).toMatchObject({ passed: 3, failed: 3 });
});

test('an unscored scenario may fail for a reason that is on record, and is named', () => {
  const run = summary(
    '✓ one: 2 passed, 0 failed',
    '✗ two: 1 passed, 3 failed',
    '  ✗ two (extension)',
  );
  expect(judgeConformance(run, { two: 'it is to come' })).toMatchObject({
    passed: 2,
    failed: 0,
    notes: ['not scored: two fails 3 checks, since it is to come'],
  });
  expect(judgeConformance(run, {})).toMatchObject({ failed: 3 });
});

test('a scored scenario has no excuse', () => {
  const run = summary('✗ two: 1 passed, 3 failed');
  expect(judgeConformance(run, { two: 'it is to come' })).toMatchObject({ failed: 3 });
});

test('an excuse that is not needed any more fails', () => {
  const run = summary('✓ two: 4 passed, 0 failed', '  ✓ two (extension)');
  expect(judgeConformance(run, { two: 'it is to come' })).toMatchObject({ passed: 4, failed: 1 });
});

test('a run that ended badly, or said nothing, failed', () => {
  expect(judgeConformance({ code: 0, output: 'nothing' }, {})).toMatchObject({ failed: 1 });
  const run = { ...summary('✓ one: 2 passed, 0 failed'), code: 1 };
  expect(judgeConformance(run, {})).toMatchObject({ failed: 1 });
});
