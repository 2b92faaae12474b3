import type { ProjectionSource } from '../../call/project.ts';
import type { RunRecord } from '../../store/records.ts';
import type { RunOptions } from '../agent-options.ts';
import { beginRun } from '../run/begin-run.ts';
import { keepLive } from '../run/live-runs.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { restoreRun } from '../run/restore-run.ts';
import type { Run } from '../run/run.ts';
import type { AgentCore } from './agent-core.ts';
import { childRunId } from './child-run-id.ts';

/** How many runs may lie above one. */
const MAX_DEPTH = 8;

/**
 * Begins the run of a sub-agent that carries out a call of `parent`.
 *
 * @throws Error, in words for the model, where agents are nested too deeply.
 */
export async function beginChildRun(
  core: AgentCore,
  parent: Run,
  call: ProjectionSource,
  prompt: string,
): Promise<Run> {
  if (depthOf(parent) >= MAX_DEPTH) {
    throw new Error(
      `Agents can be nested ${MAX_DEPTH} deep, and this one is. Do the work without "${call.toolName}".`,
    );
  }
  const options = { ...sharedOptions(parent), runId: await childRunId(call) };
  const above = { run: parent, source: call };
  const { streaming } = parent.config;
  const run = await beginRun(partsWithin(core, parent), prompt, options, streaming, above);
  run.internal = await core.live.internalTools(run);
  parent.adopt(call.toolCallId, run);
  keepLive(core.live, run);
  return run;
}

/** Makes a waiting run of a sub-agent live again, below the run it is a part of. */
export async function restoreChildRun(
  core: AgentCore,
  record: RunRecord,
  parent: Run,
  call: ProjectionSource,
): Promise<Run> {
  const options = sharedOptions(parent);
  const { streaming } = parent.config;
  const run = await restoreRun(partsWithin(core, parent), record, options, streaming);
  run.parent = { run: parent, source: call };
  run.internal = await core.live.internalTools(run);
  return run;
}

/** What a sub-agent's run has in common with the run above. */
function sharedOptions({ config }: Run): RunOptions {
  const { requestContext, abortSignal } = config;
  return { requestContext, ...(abortSignal ? { abortSignal } : {}) };
}

/** A sub-agent with the store and the logger of the run above; its waits are those of the agent at the top. */
function partsWithin({ parts }: AgentCore, { config }: Run): AgentParts {
  const { store, logger, expiries } = config;
  return { ...parts, store, logger, expiries };
}

function depthOf(run: Run): number {
  return run.parent ? depthOf(run.parent.run) + 1 : 0;
}
