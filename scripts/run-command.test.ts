import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

test('ends a command that takes too long, and says so', async () => {
  const { code, output } = await runCommand('node', ['-e', 'setInterval(() => {}, 1000)'], {
    timeoutMs: 50,
  });
  expect(code).not.toBe(0);
  expect(output).toContain('node was ended by SIGKILL');
});
