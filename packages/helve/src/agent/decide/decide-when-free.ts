import { RunBusyError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { decideInTree } from '../below/nested-decision.ts';
import { leaseMsOf } from '../run/run-lease.ts';
import { delay } from '../step/delay.ts';
import type { Decision, Resumed } from './decide.ts';
import type { CallMeant } from './decision-options.ts';

/** How long to wait before it is tried again; twice as long each time. In milliseconds. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Takes a decision once no other process carries the run out: two people who decide on two calls of one
 * run at the same moment, on two servers, need know nothing of each other. It is on the wait that it
 * found first, whatever the call may ask meanwhile.
 *
 * @throws RunBusyError where the run is busy elsewhere for longer than a lease lasts: if it takes its
 *   time, or nobody has it any more. Also where it is aborted meanwhile: with the abort's reason alone
 *   nobody could tell whether the decision was taken.
 */
export async function decideWhenFree(
  core: AgentCore,
  reference: CallMeant,
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
): Promise<Resumed> {
  const until = Date.now() + leaseMsOf(core.parts.options);
  let meant = reference;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await decideInTree(core, meant, decision, options, streaming);
    } catch (error) {
      if (!RunBusyError.isInstance(error) || Date.now() + pause > until) throw error;
      meant = { ...meant, ...error.wait };
      await pauseOr(meant.runId, error, pause, options.abortSignal);
    }
  }
}

/** @throws RunBusyError where it is aborted, with the reason as its cause. */
async function pauseOr(
  runId: string,
  { wait }: RunBusyError,
  pause: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    // Many that wait for the same run should not all ask at once.
    await delay(pause * (0.5 + Math.random() / 2), signal);
  } catch (reason) {
    // biome-ignore lint/style/useErrorCause: it is the cause
    throw new RunBusyError(runId, wait, reason);
  }
}
