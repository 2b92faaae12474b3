import type { DecisionRecord, RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { InvalidAgentError, RunNotFoundError } from '../agent-errors.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { childRunId } from '../below/child-run-id.ts';

/** Which decisions to list. All that is given must hold. */
export interface ListDecisionsOptions {
  /** Those on one run, and on the runs of its sub-agents. */
  readonly runId?: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  /** How many runs to look at. Default 100. */
  readonly limit?: number;
  /** From the list before. */
  readonly cursor?: string;
}

/** A part of the list of decisions; `cursor` leads to the next one, where there is more. */
export interface DecisionList {
  /** By run, oldest first; those on one run in the order in which they were made. */
  readonly decisions: readonly DecisionRecord[];
  readonly cursor?: string;
}

/** Lists what was decided on an agent's calls, and on those of its sub-agents below them. */
export async function listDecisions(
  core: AgentCore,
  { runId, limit, cursor, ...filter }: ListDecisionsOptions,
): Promise<DecisionList> {
  const { store, options } = core.parts;
  const agentId = options.id;
  if (runId !== undefined) {
    if (Object.values(filter).some((value) => value !== undefined)) {
      throw new InvalidAgentError('listDecisions() takes a runId alone: leave out the rest.');
    }
    const run = await store.loadRun(runId);
    if (run?.agentId !== agentId) throw new RunNotFoundError(agentId, runId);
    return { decisions: await decisionsOn(store, core.subAgents, run) };
  }
  const { threadId, resourceId } = filter;
  const page = await store.listRuns(
    {
      agentId,
      ...(threadId === undefined ? {} : { threadId }),
      ...(resourceId === undefined ? {} : { resourceId }),
    },
    { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) },
  );
  // Those of runs that are a part of another one are listed with that one.
  const runs = page.items.filter(({ parent }) => parent === undefined);
  const decisions = await Promise.all(runs.map((run) => decisionsOn(store, core.subAgents, run)));
  const next = page.cursor === undefined ? {} : { cursor: page.cursor };
  return { decisions: decisions.flat(), ...next };
}

async function decisionsOn(
  store: Store,
  subAgents: AgentCore['subAgents'],
  run: RunRecord,
): Promise<readonly DecisionRecord[]> {
  const decisions = [...(await store.loadDecisions(run.runId))];
  if (subAgents.size === 0) return decisions;
  // The records of calls that have ended are gone; what the model wrote is there.
  for (const { message } of await store.loadMessages(run.runId)) {
    decisions.push(...(await decisionsBelow(store, subAgents, run.runId, message)));
  }
  return decisions;
}

async function decisionsBelow(
  store: Store,
  subAgents: AgentCore['subAgents'],
  runId: string,
  { role, content }: ModelMessage,
): Promise<readonly DecisionRecord[]> {
  const decisions: DecisionRecord[] = [];
  if (role !== 'assistant' || typeof content === 'string') return decisions;
  for (const part of content) {
    if (part.type !== 'tool-call') continue;
    const { toolCallId, toolName } = part;
    const sub = subAgents.get(toolName);
    const below = sub && (await store.loadRun(await childRunId({ runId, toolCallId })));
    if (below) decisions.push(...(await decisionsOn(store, sub.subAgents, below)));
  }
  return decisions;
}
