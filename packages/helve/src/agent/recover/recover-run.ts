import { outcomeUnknown } from '../../call/outcome-unknown.ts';
import type { ProjectionSource } from '../../call/project.ts';
import type { CallRecord, RunRecord } from '../../store/records.ts';
import { CallChangedError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { restoreChildRun } from '../below/child-run.ts';
import { childRunId } from '../below/child-run-id.ts';
import { admitCall } from '../calls/admit-call.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { announce, settledRecord } from '../calls/settle-call.ts';
import { runCall, startCall } from '../calls/start-call.ts';
import { keepLive } from '../run/live-runs.ts';
import { restoreRun } from '../run/restore-run.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { changedElsewhere } from '../run/run-lease.ts';
import { withinLimits } from '../step/step.ts';
import type { Fate } from './judge-call.ts';
import { judgeCall } from './judge-call.ts';
import type { UnrecordedCall } from './unrecorded-calls.ts';
import { madeAgain, unrecordedCalls } from './unrecorded-calls.ts';

/**
 * How often a run is taken over without getting on. What it does may be what kills its processes:
 * then its interrupted calls are not run again, and in the end the run fails.
 */
const MAX_RECOVERIES = 5;

/** A run that was cut off, made live again; nothing of it is committed, and nothing goes on yet. */
interface CutOffRun {
  readonly core: AgentCore;
  readonly run: Run;
  readonly step: OpenStep;
  readonly fates: readonly Fate[];
  readonly unrecorded: readonly UnrecordedCall[];
  /** The runs of sub-agents that were cut off with it. */
  readonly below: readonly CutOffRun[];
  /** The runs of sub-agents that wait. */
  readonly waitingBelow: readonly RunRecord[];
}

/**
 * Takes over a run whose process died, and the runs of its sub-agents with it, from the last commit.
 *
 * @throws where the code or the context that it needs is not there. Nothing has changed then.
 */
export async function recoverRun(
  core: AgentCore,
  record: RunRecord,
  options: RunOptions,
): Promise<Run> {
  const run = await restoreRun(core.parts, record, options, false);
  run.internal = await core.live.internalTools(run);
  await run.stored?.takeOver();
  const cutOff = await lookAt(core, run);
  await takeOver(cutOff);
  setGoing(cutOff);
  return run;
}

/** Judges everything that was under way. */
async function lookAt(core: AgentCore, run: Run): Promise<CutOffRun> {
  const { step } = run;
  if (!step) throw new TypeError(`Run "${run.runId}" was restored without its step.`);
  const mayRepeat = (run.record.recoveries ?? 0) < MAX_RECOVERIES;
  const fates: Fate[] = [];
  const below: CutOffRun[] = [];
  const waitingBelow: RunRecord[] = [];
  for (const call of run.calls.values()) {
    const { record } = call;
    const sub = core.subAgents.get(call.toolName);
    const under =
      record && (sub || record.state === 'delegated') ? await runBelow(run, record) : undefined;
    if (under?.state === 'waiting') waitingBelow.push(under);
    if (!record || !wasRunning(record, under)) continue;
    const child = sub && (await lookBelow(sub, run, call.source));
    if (child) below.push(child);
    const repeat = sub ? 'always' : mayRepeat ? 'if safe' : 'never';
    fates.push(await judgeCall(run, step, call, record, repeat));
  }
  return { core, run, step, fates, unrecorded: unrecordedCalls(run), below, waitingBelow };
}

/** A call that a sub-agent's run carries out goes on with that one; unless it does not wait. */
function wasRunning({ state }: CallRecord, below: RunRecord | undefined): boolean {
  return state === 'delegated' ? below?.state !== 'waiting' : state === 'executing';
}

async function runBelow({ config }: Run, call: CallRecord): Promise<RunRecord | undefined> {
  return config.store.loadRun(await childRunId(call));
}

async function lookBelow(
  core: AgentCore,
  above: Run,
  source: ProjectionSource,
): Promise<CutOffRun | undefined> {
  const record = await above.config.store.loadRun(await childRunId(source));
  if (record?.state !== 'running') return undefined;
  if (record.agentId !== core.parts.options.id) {
    throw new CallChangedError(
      `"${source.toolName}" was agent "${record.agentId}" and is "${core.parts.options.id}" now. Register that agent again, under the same key, and recover then: run "${record.runId}" is left as it is.`,
    );
  }
  return lookAt(core, await restoreChildRun(core, record, above, source));
}

/**
 * Commits that the run goes on here, from the top down. Every call that ran gets another version, so
 * that the process that had it, should it be alive after all, can write nothing more of it; nor can it
 * wake a run below that waits.
 */
async function takeOver({ run, fates, below, waitingBelow }: CutOffRun): Promise<void> {
  const recoveries = (run.record.recoveries ?? 0) + 1;
  const calls = await Promise.all(fates.map((fate) => nextRecord(run, fate)));
  await run.commit({ run: run.next({ recoveries }), calls });
  run.asleep = false;
  for (const [index, { call }] of fates.entries()) call.record = calls[index];
  for (const child of waitingBelow) {
    const { store } = run.config;
    const result = await store.commit({ run: { ...child, version: child.version + 1 } });
    // It has been woken just now: whoever recovers next finds it running.
    if (!result.ok) throw changedElsewhere(child.runId, result.conflict);
  }
  for (const child of below) await takeOver(child);
}

async function nextRecord(run: Run, fate: Fate): Promise<CallRecord> {
  const { call, record } = fate;
  const version = record.version + 1;
  const next =
    fate.kind === 'unknown'
      ? await settledRecord(run, call, outcomeUnknown(call), record)
      : againRecord(record);
  return { ...next, version, updatedAt: Date.now() };
}

function againRecord(record: CallRecord): CallRecord {
  const transcript = { ...record.transcript, state: 'executing' } as const;
  return { ...record, state: 'executing', attempts: record.attempts + 1, transcript };
}

/** Lets everything go on, the runs below first: the calls that they carry out look for them. */
function setGoing(cutOff: CutOffRun): void {
  const { core, run, below } = cutOff;
  core.live.byId.set(run.runId, run);
  if (run.parent) run.parent.run.adopt(run.parent.source.toolCallId, run);
  for (const child of below) setGoing(child);
  run.emit('start', { agentId: run.config.agentId });
  keepLive(core.live, run, () => goOn(cutOff));
}

async function goOn({ run, step, fates, unrecorded }: CutOffRun): Promise<void> {
  if ((run.record.recoveries ?? 0) > MAX_RECOVERIES && fates.length === 0) {
    throw new Error(
      `Run "${run.runId}" was cut off ${MAX_RECOVERIES} times without getting on, and is given up.`,
    );
  }
  for (const fate of fates) if (fate.kind === 'unknown') endUnknown(run, fate.call);
  const again = fates.flatMap((fate) => (fate.kind === 'again' ? [fate] : []));
  for (const { call, checked, resumption } of again) {
    run.underWay.add(runCall(run, step, call, checked, { resumption }));
  }
  for (const { part, index } of unrecorded) {
    run.callCount += 1;
    const made = withinLimits(run, await madeAgain(run, step, part), index);
    run.underWay.add(startCall(run, step, admitCall(run, step, made, index)));
  }
}

function endUnknown(run: Run, call: LiveCall): void {
  const end = outcomeUnknown(call);
  call.end = end;
  announce(run, call.source, end);
}
