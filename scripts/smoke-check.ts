import type { Check, Outcome } from './check.ts';
import type { CommandOptions, CommandResult } from './run-command.ts';
import { runCommand } from './run-command.ts';

/** Far beyond what a smoke test needs: a program that hangs is to fail, not to hold everything up. */
const timeoutMs = 120_000;

/** A check that runs a program of `scripts/smoke` or `tests/runtimes`; each of its tests counts. */
export function smokeCheck(
  name: string,
  command: string,
  args: readonly string[],
  options?: CommandOptions,
): Check {
  return {
    name,
    run: async () => smokeOutcome(await runCommand(command, args, { timeoutMs, ...options })),
  };
}

/**
 * Counts the tests of a smoke program by its closing line. One that never came to it has failed,
 * also where it ended well: some runtimes do when a promise is left that nothing can resolve.
 */
export function smokeOutcome({ code, output }: CommandResult): Outcome {
  const closing = output.match(/^(?<passed>\d+) passed, (?<failed>\d+) failed$/m)?.groups;
  const passed = Number(closing?.['passed'] ?? 0);
  const failed = Number(closing?.['failed'] ?? 0);
  const ended = closing !== undefined && code === 0 && passed > 0;
  return { passed, failed: ended ? failed : Math.max(1, failed), skipped: 0, output };
}
