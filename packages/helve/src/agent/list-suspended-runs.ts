import type { RunRecord } from '../store/records.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveToolset } from './resolve-config.ts';
import type { Waiting } from './run-result.ts';
import { waitingCalls } from './waiting-calls.ts';

/** Which waiting runs to list. All that is given must hold. */
export interface ListSuspendedOptions {
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly toolName?: string;
  /** Started at or after. */
  readonly fromDate?: Date;
  /** Started before. */
  readonly toDate?: Date;
  /** How many runs at once. Default 100. */
  readonly limit?: number;
  /** From the list before. */
  readonly cursor?: string;
  /** Where the agent's tools depend on it. */
  readonly requestContext?: RequestContext;
}

/** A run that waits. */
export interface SuspendedRun {
  readonly runId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly startedAt: Date;
  readonly suspendedAt: Date;
  /** All waiting calls of the run. */
  readonly waiting: readonly Waiting[];
}

/** A part of the list of waiting runs; `cursor` leads to the next one, where there is more. */
export interface SuspendedRuns {
  readonly runs: readonly SuspendedRun[];
  readonly cursor?: string;
}

/** Lists an agent's waiting runs, with what each of their calls waits for. */
export async function listSuspendedRuns(
  parts: AgentParts,
  options: ListSuspendedOptions,
): Promise<SuspendedRuns> {
  const { threadId, resourceId, toolName, fromDate, toDate, limit, cursor } = options;
  const page = await parts.store.listRuns(
    {
      agentId: parts.options.id,
      state: 'waiting',
      ...(threadId === undefined ? {} : { threadId }),
      ...(resourceId === undefined ? {} : { resourceId }),
      ...(toolName === undefined ? {} : { toolName }),
      ...(fromDate === undefined ? {} : { from: fromDate.getTime() }),
      ...(toDate === undefined ? {} : { to: toDate.getTime() }),
    },
    { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) },
  );
  const { requestContext } = options;
  const { toolset } = await resolveToolset(parts, requestContext ? { requestContext } : {});
  const describe = async (run: RunRecord): Promise<SuspendedRun> => {
    const open = await parts.store.loadCalls(run.runId, { open: true });
    return {
      runId: run.runId,
      ...(run.threadId === undefined ? {} : { threadId: run.threadId }),
      ...(run.resourceId === undefined ? {} : { resourceId: run.resourceId }),
      startedAt: new Date(run.createdAt),
      suspendedAt: new Date(run.updatedAt),
      waiting: waitingCalls(open, (name) => toolset.tools.get(name)),
    };
  };
  const runs = await Promise.all(page.items.map(describe));
  return { runs, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) };
}
