import type { CallEnd, CheckedCall, Resumption } from '../call/call.ts';
import { project } from '../call/project.ts';
import type { CallRecord, DecisionRecord } from '../store/records.ts';
import { StoreConflictError } from './agent-errors.ts';
import type { RunOptions } from './agent-options.ts';
import type { DecidableState } from './find-waiting.ts';
import { alreadyDecided, findWaiting } from './find-waiting.ts';
import type { LiveCall } from './live-call.ts';
import type { LiveRuns } from './live-runs.ts';
import { keepLive } from './live-runs.ts';
import type { AgentParts } from './resolve-config.ts';
import { restoreRun } from './restore-run.ts';
import type { OpenStep, Run } from './run.ts';
import { commitCall, settleCall } from './settle-call.ts';
import { runCall } from './start-call.ts';

/** What a decision makes of its call. Everything that can be wrong with it was found before. */
export type Verdict =
  /** The call runs, for the first time or again. */
  | {
      readonly kind: 'go-on';
      readonly checked: CheckedCall;
      readonly resumption?: Resumption;
      readonly changes: Partial<CallRecord>;
      /** Announced once the decision is committed. */
      readonly announce?: (run: Run, call: LiveCall) => void;
    }
  /** The call ends here. */
  | { readonly kind: 'end'; readonly end: CallEnd };

/** How one kind of decision is made: what it is on, and what it means for that call. */
export interface Decision {
  readonly state: DecidableState;
  readonly kind: DecisionRecord['kind'];
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly edited?: boolean;
  /** The run ends when its calls have settled: its conversation goes on elsewhere. */
  readonly thenEnd?: boolean;
  /** @throws where the decision cannot stand; the call then still waits. */
  judge(run: Run, step: OpenStep, call: LiveCall, record: CallRecord): Promise<Verdict>;
}

/** A run that a decision set going, and where in its log that was. */
export interface Resumed {
  readonly run: Run;
  readonly start: number;
}

/**
 * Takes a decision on one waiting call: checked in full, committed by compare-and-swap, then carried
 * out, at once and whatever becomes of the call's siblings.
 */
export function decide(
  parts: AgentParts,
  live: LiveRuns,
  reference: { readonly runId: string; readonly toolCallId?: string | undefined },
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
): Promise<Resumed> {
  return live.queue.run(reference.runId, async () => {
    const { store, options: agent } = parts;
    const found = await findWaiting(store, agent.id, reference, decision.state);
    const { runId, toolCallId } = found.call;
    let run = live.byId.get(runId);
    if (run?.closing) {
      // It is just being put away; what it leaves behind is in the store.
      await run.ended;
      run = undefined;
    }
    if (run) return joinRun(run, toolCallId, decision);
    const record = await store.loadRun(runId);
    if (record?.state !== 'waiting') {
      throw new StoreConflictError(
        `Run "${runId}" is going on in another process. Decide there, or again once it waits.`,
      );
    }
    const restored = await restoreRun(parts, record, options, streaming);
    restored.internal = await live.internalTools(restored);
    return wakeRun(restored, live, toolCallId, decision);
  });
}

/** The run is live: the decision adds to what it is doing. */
async function joinRun(run: Run, toolCallId: string, decision: Decision): Promise<Resumed> {
  const start = run.log?.length ?? 0;
  const taken = take(run, toolCallId, decision);
  // The loop must not put the run away between the commit and the work that follows it.
  run.track(
    taken.then(
      (carryOut) => carryOut(),
      () => undefined,
    ),
  );
  await taken;
  return { run, start };
}

/** The run waits in the store: the decision sets it going again. */
async function wakeRun(
  run: Run,
  live: LiveRuns,
  toolCallId: string,
  decision: Decision,
): Promise<Resumed> {
  run.emit('start', { agentId: run.config.agentId });
  const carryOut = await take(run, toolCallId, decision);
  if (decision.thenEnd) run.stopWith = 'stop';
  run.track(carryOut());
  keepLive(live, run);
  return { run, start: 0 };
}

/** Judges and commits a decision; what it gives carries the decision out. */
async function take(
  run: Run,
  toolCallId: string,
  decision: Decision,
): Promise<() => Promise<void>> {
  const { step } = run;
  const call = run.calls.get(toolCallId);
  const record = call?.record;
  if (!step || !call || !record) {
    throw new StoreConflictError(`Call "${toolCallId}" is no longer open in run "${run.runId}".`);
  }
  const verdict = await decision.judge(run, step, call, record);
  const written = await decisionRecord(run, call, record, decision);
  const decided = { ...record, decision: written };
  try {
    if (verdict.kind === 'end') {
      await settleCall(run, call, verdict.end, decided, [written]);
      return async () => undefined;
    }
    const next = { ...decided, ...verdict.changes };
    if (!verdict.checked.tool.execute) {
      // Approved, and the client's to carry out.
      await commitCall(run, call, { ...next, state: 'client' }, [written]);
      return async () => undefined;
    }
    const attempts = record.attempts + 1;
    await commitCall(run, call, { ...next, state: 'executing', attempts }, [written]);
  } catch (error) {
    throw StoreConflictError.isInstance(error) ? whoWasFirst(error) : error;
  }
  return async () => {
    verdict.announce?.(run, call);
    const { resumption } = verdict;
    await runCall(run, step, call, verdict.checked, resumption ? { resumption } : {});
  };
}

/** Somebody else's decision came between the look and the commit. */
function whoWasFirst(error: StoreConflictError): Error {
  const { conflict } = error;
  const current = conflict?.kind === 'call' ? conflict.current : undefined;
  return current?.decision ? alreadyDecided(current, current.decision) : error;
}

async function decisionRecord(
  run: Run,
  { source }: LiveCall,
  { runId, toolCallId, toolName, digest, state, suspendPayload }: CallRecord,
  { kind, by, reason, edited }: Decision,
): Promise<DecisionRecord> {
  const phase = state === 'approval' ? 'approval' : 'suspend';
  const shown = await project(source, 'display', phase, { suspendPayload }, run.config);
  return {
    runId,
    toolCallId,
    toolName,
    kind,
    at: Date.now(),
    ...(digest === undefined ? {} : { digest }),
    ...(shown.shown ? { shown: shown.value } : {}),
    ...(edited ? { edited } : {}),
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
  };
}
