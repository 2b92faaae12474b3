import type { AgentInput, GenerateOptions } from '../agent-options.ts';
import { abandonRun, beginRun } from './begin-run.ts';
import type { LiveRuns } from './live-runs.ts';
import { keepLive } from './live-runs.ts';
import type { AgentParts } from './resolve-config.ts';
import type { Run } from './run.ts';

/** Accepts a run, when it is its turn, and sets it going. */
export async function startRun(
  parts: AgentParts,
  live: LiveRuns,
  input: AgentInput,
  options: GenerateOptions,
  streaming: boolean,
): Promise<Run> {
  const run = await beginRun(parts, input, options, streaming);
  try {
    const internal = live.internalTools(run);
    run.internal = internal instanceof Promise ? await internal : internal;
  } catch (error) {
    await abandonRun(run);
    throw error;
  }
  keepLive(live, run);
  return run;
}
