import type { CallEnd, CheckedCall, Resumption } from '../../call/call.ts';
import { project } from '../../call/project.ts';
import type { CallRecord, DecisionRecord, RunRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import { RunBusyError, StoreConflictError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { commitCall, settleCall } from '../calls/settle-call.ts';
import { runCall } from '../calls/start-call.ts';
import { addPolicy } from '../policy/run-policies.ts';
import type { LiveRuns } from '../run/live-runs.ts';
import { keepLive } from '../run/live-runs.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { withContext } from '../run/restore-context.ts';
import { restoreRun } from '../run/restore-run.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { checkInTime } from '../waits/check-in-time.ts';
import { watchWaits, withoutExpiry } from '../waits/wait-expiry.ts';
import { nextWait, presentWait } from '../waits/wait-number.ts';
import { checkAuthorized } from './authorize-decision.ts';
import type { CallMeant } from './decision-options.ts';
import type { DecidableState } from './find-waiting.ts';
import { findWaiting } from './find-waiting.ts';
import type { Wait } from './wait.ts';

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
  /** The states a call may be in for it. */
  readonly states: readonly DecidableState[];
  readonly kind: DecisionRecord['kind'];
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly edited?: boolean;
  /** What came along with the decision: whoever says who may decide is shown it. */
  readonly requestContext?: RequestContext | undefined;
  /** When the wait expired, where it is that and nobody's decision. */
  readonly expiresAt?: number;
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
 * out, at once and whatever becomes of the call's siblings. The run is not a part of another one.
 *
 * @param loaded the run, where it was loaded just now
 */
export function decide(
  parts: AgentParts,
  live: LiveRuns,
  reference: CallMeant,
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
  loaded?: RunRecord,
): Promise<Resumed> {
  // What was loaded before somebody else's decision is not what there is after it.
  const known = live.queue.isBusy(reference.runId) ? undefined : loaded;
  return live.queue.run(reference.runId, async () => {
    const { store, options: agent } = parts;
    const found = await findWaiting(store, agent.id, reference, decision.states, known);
    const { wait } = found;
    const { runId } = wait;
    let run = live.byId.get(runId);
    if (run?.closing) {
      // It is just being put away; what it leaves behind is in the store.
      await run.ended;
      run = undefined;
    }
    if (run) return joinRun(run, wait, decision, options, streaming);
    const record = found.run.state === 'waiting' ? found.run : await store.loadRun(runId);
    if (record?.state !== 'waiting') {
      // It may have been decided on since; then that is what there is to say.
      await findWaiting(store, agent.id, wait, decision.states);
      throw new RunBusyError(runId, wait);
    }
    const giving = withContext(parts, record, options, reasonOf(decision));
    const given = giving instanceof Promise ? await giving : giving;
    const restored = await restoreRun(parts, record, given, streaming);
    const internal = live.internalTools(restored);
    restored.internal = internal instanceof Promise ? await internal : internal;
    return wakeRun(restored, live, wait, decision);
  });
}

/** Why a run goes on that waited in the store. */
export function reasonOf({ expiresAt }: Decision): 'decision' | 'expiry' {
  return expiresAt === undefined ? 'decision' : 'expiry';
}

/** The run is live: the decision adds to what it is doing. */
async function joinRun(
  run: Run,
  wait: Wait,
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
): Promise<Resumed> {
  const takeBack = addPolicy(run.config.policies, options.policy);
  const start = (streaming ? run.openLog() : run.log)?.length ?? 0;
  const taken = take(run, wait, decision).catch((refused: unknown) => {
    takeBack();
    throw refused;
  });
  // The loop must not put the run away between the commit and the work that follows it.
  run.underWay.add(
    taken.then(
      (carryOut) => carryOut(),
      () => undefined,
    ),
  );
  await taken;
  return { run, start };
}

/** The run waits in the store: the decision sets it going again. */
async function wakeRun(run: Run, live: LiveRuns, wait: Wait, decision: Decision): Promise<Resumed> {
  run.emit('start', { agentId: run.config.agentId });
  const carryOut = await take(run, wait, decision);
  if (decision.thenEnd) run.stopWith = 'stop';
  keepLive(live, run, carryOut);
  return { run, start: 0 };
}

/**
 * Judges and commits a decision; what it gives carries the decision out. What must be committed
 * first is done in between, by `before`.
 */
export async function take(
  run: Run,
  wait: Wait,
  decision: Decision,
  before?: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { step } = run;
  const call = run.calls.get(wait.toolCallId);
  // What the store shows already may just be on its way to us.
  await call?.writing?.catch(() => undefined);
  const record = call?.record;
  const { states } = decision;
  const isThere =
    states.some((state) => state === record?.state) &&
    record &&
    presentWait(record) === wait.waitNumber;
  if (!step || !call || !isThere) throw await whoWasFirst(run, wait, decision);
  // Whoever decides may be the first here who hears of these waits.
  if (decision.expiresAt === undefined) watchWaits(run);
  checkInTime(record, decision.expiresAt);
  // Whoever may decide or not: it was the developer who chose what follows now.
  if (decision.expiresAt === undefined) await checkAuthorized(run, record, decision);
  const shown = await shownTo(run, call, record);
  const verdict = await decision.judge(run, step, call, record);
  const { digest, policy } = verdict.kind === 'go-on' ? verdict.changes : {};
  const judged = { ...record, ...(digest ? { digest } : {}), ...(policy ? { policy } : {}) };
  const written = decisionRecord(judged, decision, shown);
  const decided = withDecision(record, written);
  await before?.();
  // What was judged is what is decided on.
  if (call.record !== record) throw await whoWasFirst(run, wait, decision);
  try {
    if (verdict.kind === 'end') {
      await settleCall(run, call, verdict.end, decided, [written]);
      return async () => undefined;
    }
    const next = { ...withoutExpiry(decided), ...verdict.changes, ...movedOn(decided, verdict) };
    if (!verdict.checked.tool.execute) {
      // Approved, and the client's to carry out.
      await commitCall(run, call, next, [written]);
      return async () => undefined;
    }
    const attempts = record.attempts + 1;
    await commitCall(run, call, { ...next, attempts }, [written]);
  } catch (error) {
    if (!StoreConflictError.isInstance(error)) throw error;
    throw await whoWasFirst(run, wait, decision, error);
  }
  return async () => {
    verdict.announce?.(run, call);
    const { resumption } = verdict;
    await runCall(run, step, call, verdict.checked, resumption ? { resumption } : {});
  };
}

/** The state a call that goes on is in, and how transcripts show it meanwhile. */
function movedOn(
  record: CallRecord,
  { checked, changes }: Extract<Verdict, { kind: 'go-on' }>,
): Pick<CallRecord, 'state' | 'transcript' | 'waitNumber'> {
  const state = checked.tool.execute ? 'executing' : 'client';
  return {
    state,
    transcript: { ...record.transcript, ...changes.transcript, state },
    // Now it waits for its client.
    ...(state === 'client' ? { waitNumber: nextWait(record) } : {}),
  };
}

/** Writes a decision into its call's record, and an approval into what transcripts show. */
function withDecision(before: CallRecord, decision: DecisionRecord): CallRecord {
  const record = { ...before, waitNumber: presentWait(before), decision };
  if (decision.kind !== 'approve') return record;
  const { by, reason } = decision;
  const approval = {
    approved: true,
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
  };
  return { ...record, transcript: { ...record.transcript, approval } };
}

/** Somebody else changed the call between the look and the commit: says what it is like now. */
async function whoWasFirst(
  run: Run,
  wait: Wait,
  { states }: Decision,
  error?: StoreConflictError,
): Promise<Error> {
  const { store, agentId } = run.config;
  try {
    await findWaiting(store, agentId, wait, states);
  } catch (now) {
    if (now instanceof Error) return now;
  }
  // The call waits still, or again: its run is somebody else's, or was meanwhile.
  return new RunBusyError(run.runId, wait, error);
}

/** What the person who decides was shown; nothing, where a client only gives a result. */
async function shownTo(
  run: Run,
  { source }: LiveCall,
  { state, suspendPayload }: CallRecord,
): Promise<JsonValue | undefined> {
  if (state === 'client') return undefined;
  const phase = state === 'approval' ? 'approval' : 'suspend';
  const projection = await project(source, 'display', phase, { suspendPayload }, run.config);
  return projection.shown ? projection.value : undefined;
}

function decisionRecord(
  record: CallRecord,
  { kind, by, reason, edited, expiresAt }: Decision,
  shown: JsonValue | undefined,
): DecisionRecord {
  const { runId, toolCallId, toolName, digest, askedBy, policy } = record;
  return {
    runId,
    toolCallId,
    toolName,
    waitNumber: presentWait(record),
    kind,
    at: Date.now(),
    ...(digest === undefined ? {} : { digest }),
    ...(shown === undefined ? {} : { shown }),
    ...(askedBy && (kind === 'approve' || kind === 'decline') ? { askedBy } : {}),
    ...(policy ? { policy } : {}),
    ...(edited ? { edited } : {}),
    ...(expiresAt === undefined ? {} : { expired: true }),
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
  };
}
