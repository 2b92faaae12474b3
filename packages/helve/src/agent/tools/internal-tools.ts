import type { ToolSource } from '../../tool/tool.ts';
import type { LiveRuns } from '../run/live-runs.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import type { Run } from '../run/run.ts';

const NO_TOOLS: ReadonlyMap<string, ToolSource> = new Map();

/**
 * The runtime's own tools that a run's model is given, by their reserved names. Few agents have any,
 * and what makes them is loaded for those.
 */
export function internalTools(
  parts: AgentParts,
  live: LiveRuns,
  run: Run,
): ReadonlyMap<string, ToolSource> | Promise<ReadonlyMap<string, ToolSource>> {
  // A model may answer what waits on its thread where the agent says so, and nowhere else.
  const answerable = parts.options.autoResumeSuspendedTools ? run.record.threadId : undefined;
  if (run.config.deferred.size === 0 && answerable === undefined) return NO_TOOLS;
  return import('./make-internal-tools.ts').then(({ makeInternalTools }) =>
    makeInternalTools(parts, live, run, answerable),
  );
}
