import { RunBusyError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { decideInTree } from '../below/nested-decision.ts';
import { backOff } from '../run/back-off.ts';
import { leaseMsOf } from '../run/run-lease.ts';
import type { Decision, Resumed } from './decide.ts';
import type { CallMeant } from './decision-options.ts';

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
  const pause = backOff(options.abortSignal);
  let meant = reference;
  for (;;) {
    try {
      return await decideInTree(core, meant, decision, options, streaming);
    } catch (error) {
      if (!RunBusyError.isInstance(error) || Date.now() >= until) throw error;
      meant = { ...meant, ...error.wait };
      await pause().catch((reason: unknown) => {
        throw new RunBusyError(meant.runId, error.wait, reason);
      });
    }
  }
}
