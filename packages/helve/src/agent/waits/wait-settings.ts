import { waitsProblem } from '../../tool/check-waits.ts';
import type { WaitOptions } from '../../tool/wait-options.ts';
import { InvalidAgentError } from '../agent-errors.ts';

/** What an agent, or one run, says about how long calls wait. */
export interface WaitSettings {
  /**
   * When waits expire, and what then takes the place of an answer. A run's takes the place of the
   * agent's, and a tool's own that of both, for approvals and suspensions each. Default: never.
   */
  readonly waits?: WaitOptions;
}

/** What of it is kept with the run, for the calls it makes in another process. */
export function storedWaits({ waits }: WaitSettings): WaitSettings {
  return waits === undefined ? {} : { waits: checkWaits(waits, 'the run') };
}

const NO_WAITS: WaitOptions = {};

/** The run's, and where it says nothing the agent's. */
export function resolveWaits(agent: WaitSettings, run: WaitSettings): WaitOptions {
  if (!agent.waits && !run.waits) return NO_WAITS;
  return { ...defined(agent.waits), ...defined(run.waits) };
}

/** @throws InvalidAgentError for what cannot be. */
export function checkWaits(waits: WaitOptions, of: string): WaitOptions {
  const problem = waitsProblem(waits);
  if (problem === undefined) return waits;
  throw new InvalidAgentError(`\`waits\` of ${of} ${problem}`);
}

function defined({ approval, suspension }: WaitOptions = {}): WaitOptions {
  return { ...(approval ? { approval } : {}), ...(suspension ? { suspension } : {}) };
}
