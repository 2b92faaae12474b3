import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outcome } from './check.ts';
import { addTallies, close, runChecks } from './run-checks.ts';

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    printed.push(line);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

test('shows the output of a failing check only, and goes on after it', async () => {
  const tally = await runChecks([
    { name: 'good', run: async () => outcome(true, 'all quiet') },
    { name: 'bad', run: async () => outcome(false, 'the pipe leaks') },
    { name: 'last', run: async () => outcome(true, 'all quiet') },
  ]);
  expect(tally).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(printed.join('\n')).toContain('the pipe leaks');
  expect(printed.join('\n')).not.toContain('all quiet');
});

test('counts a check that throws as failed', async () => {
  const broken = { name: 'broken', run: () => Promise.reject(new Error('no disk')) };
  expect(await runChecks([broken])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(printed.join('\n')).toContain('no disk');
});

test('runs as many checks side by side as it is told', async () => {
  let running = 0;
  let most = 0;
  const check = {
    name: 'a',
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return outcome(true, '');
    },
  };
  expect(await runChecks([check, check, check, check], 2)).toMatchObject({ passed: 4 });
  expect(most).toBe(2);
});

test('shows what was skipped', async () => {
  await runChecks([
    {
      name: 'wire',
      run: async () => ({ passed: 3, failed: 0, skipped: 1, output: '', notes: ['skipped: b'] }),
    },
  ]);
  expect(printed[0]).toMatch(/^✓ wire {2}.* s {2}\(3 passed, 1 skipped\)$/);
  expect(printed[1]).toBe('    skipped: b');
});

test('closes on one plain line, with an exit code that agrees', () => {
  close(addTallies({ passed: 3, failed: 0, skipped: 0 }, { passed: 2, failed: 0, skipped: 0 }));
  expect(printed).toEqual(['\n5 passed, 0 failed']);
  expect(process.exitCode).toBeUndefined();

  close({ passed: 3, failed: 1, skipped: 2 });
  expect(printed[1]).toBe('\n3 passed, 1 failed, 2 skipped');
  expect(process.exitCode).toBe(1);
});

test('does not take a run in which nothing passed for a good one', () => {
  close({ passed: 0, failed: 0, skipped: 4 });
  expect(process.exitCode).toBe(1);
});
