import type { RunRecord } from '../../store/records.ts';
import { InvalidAgentError, StoreConflictError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentCore } from '../below/agent-core.ts';
import type { CallReference } from '../decide/decision-options.ts';
import { withContext } from '../run/restore-context.ts';
import type { Run } from '../run/run.ts';
import type { RunResult } from '../run/run-result.ts';
import { resultOf } from '../stream/agent-stream.ts';
import { expireCalls, nextExpiry } from '../waits/expire-calls.ts';
import { recoverRun } from './recover-run.ts';

/**
 * What `recover()` takes. What a run was started with and cannot be stored (rules, hooks, tools of
 * its own) comes along here, as it does with a decision.
 */
export interface RecoverOptions extends RunOptions {
  /** Only this run. Needed where a request context is given: a context belongs to one run. */
  readonly runId?: string;
  /** How many runs to take over at most. Default 100. */
  readonly limit?: number;
}

/** A run that goes on here. */
export interface RecoveredRun {
  readonly runId: string;
  /** What it comes to, once it has ended or waits; rejects where it fails. */
  readonly result: Promise<RunResult>;
}

/** What `recover()` did. */
export interface Recovery {
  readonly resumed: readonly RecoveredRun[];
  /** Runs that could not go on, and why. They are as they were: mend what is wrong, and recover again. */
  readonly failed: readonly { readonly runId: string; readonly error: unknown }[];
  /** Calls whose wait had expired, which got the answer that was chosen for that; their runs are in `resumed`. */
  readonly expired: readonly CallReference[];
  /** Whether there may be more: `limit` was reached. */
  readonly hasMore: boolean;
}

const DEFAULT_LIMIT = 100;

/** Takes over the runs of an agent whose processes died. */
export async function recoverRuns(core: AgentCore, options: RecoverOptions): Promise<Recovery> {
  const { runId, limit = DEFAULT_LIMIT, ...given } = options;
  if (!(limit >= 1)) {
    throw new InvalidAgentError(`limit is ${limit}; it must be a number of runs, at least 1.`);
  }
  if (given.requestContext && runId === undefined) {
    throw new InvalidAgentError(
      'recover() takes a requestContext for one run only: name it with runId, or set restoreRequestContext on the agent, which is asked for each run.',
    );
  }
  const resumed: RecoveredRun[] = [];
  const expired: CallReference[] = [];
  const failed: { runId: string; error: unknown }[] = [];
  for await (const record of cutOffRuns(core, runId)) {
    if (resumed.length + failed.length >= limit) return { resumed, failed, expired, hasMore: true };
    try {
      const run = await core.live.queue.run(record.runId, () => takeOver(core, record, given));
      if (!run) continue;
      resumed.push(recovered(run));
    } catch (error) {
      // Somebody else was faster; the run goes on there.
      if (!StoreConflictError.isInstance(error)) failed.push({ runId: record.runId, error });
    }
  }
  for await (const expiry of expireCalls(core, { options: given, ...(runId ? { runId } : {}) })) {
    const { runId: id, toolCallId } = expiry.call;
    if (expiry.kind === 'failed') failed.push({ runId: id, error: expiry.error });
    else {
      expired.push({ runId: id, toolCallId });
      const { run } = expiry;
      if (resumed.every((known) => known.runId !== run.runId)) resumed.push(recovered(run));
    }
    if (expired.length + failed.length >= limit) {
      return { resumed, failed, expired, hasMore: true };
    }
  }
  core.parts.expiries.watch(await nextExpiry(core));
  return { resumed, failed, expired, hasMore: false };
}

function recovered(run: Run): RecoveredRun {
  return {
    runId: run.runId,
    // Made only for those who ask, so that nobody's failure goes unhandled.
    get result() {
      return resultOf(run);
    },
  };
}

/** Takes one run over; `undefined` where it goes on already, or has ended. */
async function takeOver(
  core: AgentCore,
  { runId }: RunRecord,
  given: RunOptions,
): Promise<Run | undefined> {
  const { store, leases } = core.parts;
  const { claim } = leases;
  if (core.live.byId.has(runId)) return undefined;
  const record = await store.claimRun(runId, claim.owner, claim.leaseMs);
  if (!record) return undefined;
  try {
    const options = await withContext(core.parts, record, given, 'recovery');
    return await recoverRun(core, record, options);
  } catch (error) {
    await store.releaseRun(runId, claim.owner);
    throw error;
  }
}

/** Runs that are a part of another one go on with that one. */
async function* cutOffRuns(
  core: AgentCore,
  runId: string | undefined,
): AsyncGenerator<RunRecord, void, undefined> {
  const { store, options } = core.parts;
  const isOurs = ({ agentId, parent }: RunRecord): boolean =>
    agentId === options.id && parent === undefined;
  if (runId !== undefined) {
    const run = await store.loadRun(runId);
    if (run && isOurs(run)) yield run;
    return;
  }
  let cursor: string | undefined;
  do {
    const filter = { agentId: options.id, claimable: true } as const;
    const page = await store.listRuns(filter, cursor === undefined ? {} : { cursor });
    for (const run of page.items) {
      if (isOurs(run) && !core.live.byId.has(run.runId)) yield run;
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
}
