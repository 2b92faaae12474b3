import type { CommandOptions } from './run-command.ts';
import { runCommand } from './run-command.ts';

/** What a check found: how many of its parts passed, failed and were skipped, and what it printed. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed. */
  readonly output: string;
  /** Shown always, each on a line of its own: what was skipped, and why. */
  readonly notes?: readonly string[];
}

/** One named part of `npm test` or of CI. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

/** An outcome of one part. */
export function outcome(passed: boolean, output: string): Outcome {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, output };
}

/** A check that passes when a command ends well. */
export function commandCheck(
  name: string,
  command: string,
  args: readonly string[],
  options?: CommandOptions,
): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await runCommand(command, args, options);
      return outcome(code === 0, output);
    },
  };
}
