import type { Run } from './run.ts';
import { waitAtMost } from './wait-at-most.ts';

/** How long the end of a run waits for hooks that are still running, in milliseconds. */
const HOOKS_AT_MOST_MS = 5_000;

/** Waits for hooks that are still running; absent where there are none. */
export function hooksAtRest(run: Run): Promise<void> | undefined {
  const running = runningHooks(run);
  return running.length > 0 ? waitForHooks(run, running) : undefined;
}

/** Whether hooks are still running. */
export function hasHooksRunning(run: Run): boolean {
  return runningHooks(run).length > 0;
}

function runningHooks(run: Run): readonly Promise<void>[] {
  const running = [...(run.lingering ?? [])];
  const { pending } = run.hooks;
  if (pending) running.push(pending);
  for (const { hooks } of run.calls.values()) if (hooks?.pending) running.push(hooks.pending);
  return running;
}

async function waitForHooks(run: Run, running: readonly Promise<void>[]): Promise<void> {
  const done = await waitAtMost(HOOKS_AT_MOST_MS, Promise.all(running));
  if (!done) {
    run.config.logger.warn(
      `Hooks of run "${run.runId}" are still running after ${HOOKS_AT_MOST_MS} ms; the run ends without them.`,
    );
  }
}
