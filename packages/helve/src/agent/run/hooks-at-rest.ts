import type { Run } from './run.ts';
import { waitAtMost } from './wait-at-most.ts';

/** How long the end of a run waits for hooks that are still running, in milliseconds. */
const HOOKS_AT_MOST_MS = 5_000;

/** Waits for hooks that are still running; absent where there are none. */
export function hooksAtRest(run: Run): Promise<void> | undefined {
  const running = [run.hooks.pending, ...(run.lingering ?? [])];
  for (const { hooks } of run.calls.values()) running.push(hooks?.pending);
  return running.some((hook) => hook !== undefined) ? waitForHooks(run, running) : undefined;
}

async function waitForHooks(
  run: Run,
  running: readonly (Promise<void> | undefined)[],
): Promise<void> {
  const done = await waitAtMost(HOOKS_AT_MOST_MS, Promise.all(running));
  if (!done) {
    run.config.logger.warn(
      `Hooks of run "${run.runId}" are still running after ${HOOKS_AT_MOST_MS} ms; the run ends without them.`,
    );
  }
}
