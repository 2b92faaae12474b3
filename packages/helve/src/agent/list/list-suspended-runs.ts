import type { CallRecord, RunRecord } from '../../store/records.ts';
import type { RunFilter } from '../../store/store.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import type { ShowWait } from '../below/nested-waits.ts';
import { showWaits } from '../below/nested-waits.ts';
import type { Authorizer } from '../decide/authorize-decision.ts';
import { askedCall, isAuthorized } from '../decide/authorize-decision.ts';
import { waitingCalls } from '../decide/waiting-calls.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { DEFAULTS } from '../run/resolve-config.ts';
import type { ListedWait } from './listed-wait.ts';
import { displayOfWait } from './listed-wait.ts';

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
  /**
   * Where the agent's tools depend on it. Where the agent has an `authorizeDecision`, only calls are
   * listed that it lets this context see; without one, all are.
   */
  readonly requestContext?: RequestContext;
}

/** A run that waits. */
export interface SuspendedRun {
  readonly runId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly startedAt: Date;
  readonly suspendedAt: Date;
  /** All waiting calls of the run, and of the runs of its sub-agents below it. */
  readonly waiting: readonly ListedWait[];
}

/** A part of the list of waiting runs; `cursor` leads to the next one, where there is more. */
export interface SuspendedRuns {
  readonly runs: readonly SuspendedRun[];
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 100;

/**
 * Lists an agent's waiting runs, with what each of their calls waits for. Runs that are a part of
 * another agent's are listed there.
 */
export async function listSuspendedRuns(
  parts: AgentParts,
  options: ListSuspendedOptions,
): Promise<SuspendedRuns> {
  const limit = options.limit ?? DEFAULT_LIMIT;
  const runs: SuspendedRun[] = [];
  let { cursor } = options;
  do {
    const left = limit - runs.length;
    const at = cursor === undefined ? { limit: left } : { limit: left, cursor };
    const page = await parts.store.listRuns(filterOf(parts, options), at);
    const own = page.items.filter(({ parent }) => parent === undefined);
    const openOf = await openCalls(parts, own);
    const described = await Promise.all(
      own.map((run) => describe(parts, run, openOf.get(run.runId) ?? [], options)),
    );
    runs.push(...described.filter((run) => run !== undefined));
    cursor = page.cursor;
  } while (cursor !== undefined && runs.length < limit);
  return { runs, ...(cursor === undefined ? {} : { cursor }) };
}

function filterOf(parts: AgentParts, options: ListSuspendedOptions): RunFilter {
  const { threadId, resourceId, toolName, fromDate, toDate } = options;
  // A store knows the tools of a run's own calls, and not those of its sub-agents' runs.
  const byTool = parts.subAgents.size === 0;
  return {
    agentId: parts.options.id,
    state: 'waiting',
    ...(threadId === undefined ? {} : { threadId }),
    ...(resourceId === undefined ? {} : { resourceId }),
    ...(toolName === undefined || !byTool ? {} : { toolName }),
    ...(fromDate === undefined ? {} : { from: fromDate.getTime() }),
    ...(toDate === undefined ? {} : { to: toDate.getTime() }),
  };
}

/** All at once: a store elsewhere takes as long for the calls of one run as for those of a page. */
async function openCalls(
  { store }: AgentParts,
  runs: readonly RunRecord[],
): Promise<ReadonlyMap<string, readonly CallRecord[]>> {
  const runIds = runs.map(({ runId }) => runId);
  const calls = await store.loadCalls(runIds, { open: true });
  const byRun = new Map<string, CallRecord[]>(runIds.map((runId) => [runId, []]));
  for (const call of calls) byRun.get(call.runId)?.push(call);
  return byRun;
}

/** The run and its waits; absent where none of them is of the tool that was asked for. */
async function describe(
  parts: AgentParts,
  run: RunRecord,
  open: readonly CallRecord[],
  { requestContext, toolName }: ListSuspendedOptions,
): Promise<SuspendedRun | undefined> {
  const isShown = requestContext && mayBeSeen(run, requestContext);
  const show = listedWait(parts, isShown);
  const waiting = await showWaits(parts.store, parts, open, requestContext, show);
  // A run that is listed says that it is there.
  if (isShown && waiting.length === 0) return undefined;
  const seen = isShown ? waiting : [...open, ...waiting];
  if (toolName !== undefined && !seen.some((call) => call.toolName === toolName)) return undefined;
  return {
    runId: run.runId,
    ...(run.threadId === undefined ? {} : { threadId: run.threadId }),
    ...(run.resourceId === undefined ? {} : { resourceId: run.resourceId }),
    startedAt: new Date(run.createdAt),
    suspendedAt: new Date(run.updatedAt),
    waiting,
  };
}

type IsShown = (call: CallRecord, agents: readonly AgentParts[]) => Promise<boolean>;

/** A wait with its form for screens, where it may be seen. */
function listedWait(
  { options: { decisionTimeoutMs = DEFAULTS.decisionTimeoutMs }, logger }: AgentParts,
  isShown: IsShown | undefined,
): ShowWait<ListedWait> {
  return async (call, toolOf, agents) => {
    if (isShown && !(await isShown(call, agents))) return [];
    const [waiting] = waitingCalls([call], toolOf);
    if (!waiting) return [];
    const tool = toolOf(call.toolName);
    return [
      { ...waiting, display: await displayOfWait(call, tool, { logger, decisionTimeoutMs }) },
    ];
  };
}

/** Says which calls a request may see. Runs below have their thread and resource from the top. */
function mayBeSeen(run: RunRecord, requestContext: RequestContext): IsShown {
  return async (call, agents) => {
    const authorizers = agents.map(authorizerOf);
    const agentId = agents.at(-1)?.options.id ?? run.agentId;
    const asked = askedCall({ ...run, agentId }, call);
    return isAuthorized(authorizers, { call: asked, decision: { kind: 'view' }, requestContext });
  };
}

function authorizerOf({ options, logger }: AgentParts): Authorizer {
  const { authorizeDecision, decisionTimeoutMs = DEFAULTS.decisionTimeoutMs } = options;
  return { authorizeDecision, decisionTimeoutMs, logger };
}
