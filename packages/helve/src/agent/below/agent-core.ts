import type { LiveRuns } from '../run/live-runs.ts';
import type { AgentParts } from '../run/resolve-config.ts';

/** An agent as those see it that run it, with the agents below it. */
export interface AgentCore {
  readonly parts: AgentParts;
  readonly live: LiveRuns;
  /** Its sub-agents, by the name of the tool by which its model calls them. */
  readonly subAgents: ReadonlyMap<string, AgentCore>;
}
