import type { CheckedCall } from '../../call/call.ts';
import { execute } from '../../call/execute.ts';
import type { ParentCall, RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import {
  CallChangedError,
  NestedRunError,
  RunBusyError,
  RunNotFoundError,
  StoreConflictError,
} from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { commitCall } from '../calls/settle-call.ts';
import { runCall } from '../calls/start-call.ts';
import { toldResult } from '../calls/told-result.ts';
import type { Decision, Resumed } from '../decide/decide.ts';
import { decide, reasonOf, take } from '../decide/decide.ts';
import type { CallMeant } from '../decide/decision-options.ts';
import { findWaiting } from '../decide/find-waiting.ts';
import type { Wait } from '../decide/wait.ts';
import { addPolicy } from '../policy/run-policies.ts';
import { keepLive } from '../run/live-runs.ts';
import { loadWaitingRun } from '../run/load-waiting-run.ts';
import { withContext } from '../run/restore-context.ts';
import { restoreRun } from '../run/restore-run.ts';
import type { OpenStep, Run } from '../run/run.ts';
import type { AgentCore } from './agent-core.ts';
import { restoreChildRun } from './child-run.ts';
import { runChain } from './run-chain.ts';

/** A run on the way from the top to the call that a decision is on, and whose run it is. */
interface Level {
  readonly core: AgentCore;
  readonly record: RunRecord;
}

/** The same, live. */
interface OpenLevel {
  readonly core: AgentCore;
  readonly run: Run;
  /** It was made live for this decision, and nothing has set it going. */
  readonly restored: boolean;
}

/** The call of a run that the next run below carries out. */
interface Link {
  readonly level: OpenLevel;
  readonly step: OpenStep;
  readonly call: LiveCall;
}

/**
 * Takes a decision on a waiting call of this agent's run, or of a run of its sub-agents below it.
 * Then the runs above go on with the call's own, and what is given back is the run at the top.
 */
export async function decideInTree(
  core: AgentCore,
  reference: CallMeant,
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
): Promise<Resumed> {
  const { parts, live } = core;
  const chain = await runChain(parts.store, reference.runId);
  const [top, ...below] = chain;
  if (!top) throw new RunNotFoundError(parts.options.id, reference.runId);
  if (below.length === 0) {
    return decide(parts, live, reference, decision, options, streaming, top);
  }
  if (top.agentId !== parts.options.id) {
    const own = chain.some(({ agentId }) => agentId === parts.options.id);
    if (own) throw new NestedRunError(reference.runId, top);
    throw new RunNotFoundError(parts.options.id, reference.runId);
  }
  // One decision at a time on all that is below the same run at the top.
  return live.queue.run(top.runId, async () => {
    const levels = await findLevels(core, top, below);
    const { agentId = top.agentId } = below.at(-1) ?? {};
    const find = (meant: CallMeant): ReturnType<typeof findWaiting> =>
      findWaiting(parts.store, agentId, meant, decision.states);
    const { wait } = await find(reference);
    const holds = new Holds();
    try {
      const open = await openLevels(levels, options, streaming, holds, reasonOf(decision));
      return await decideBelow(open, wait, decision, options, streaming);
    } catch (error) {
      if (!StoreConflictError.isInstance(error) && !RunBusyError.isInstance(error)) throw error;
      // It may have been decided on since; then that is what there is to say.
      await find(wait);
      // biome-ignore lint/style/useErrorCause: it is the cause
      throw new RunBusyError(top.runId, wait, error);
    } finally {
      holds.release();
    }
  });
}

/** Finds the agent of every run on the way down: by the tool that called it. */
async function findLevels(
  core: AgentCore,
  top: RunRecord,
  below: readonly RunRecord[],
): Promise<readonly Level[]> {
  const levels: Level[] = [{ core, record: top }];
  let above = core;
  for (const record of below) {
    const { parent } = record;
    const toolName = parent && (await toolNameOf(core.parts.store, parent));
    const next = toolName === undefined ? undefined : above.subAgents.get(toolName);
    if (next?.parts.options.id !== record.agentId) {
      throw new CallChangedError(
        `Agent "${above.parts.options.id}" has no sub-agent "${record.agentId}" behind "${toolName}" any more. Register it again, under the same key, and decide then: the call still waits.`,
      );
    }
    levels.push({ core: next, record });
    above = next;
  }
  return levels;
}

/** The record of a call that has ended may be gone; its result says the same. */
async function toolNameOf(
  store: Store,
  { runId, toolCallId }: ParentCall,
): Promise<string | undefined> {
  const call = await store.loadCall(runId, toolCallId);
  return (call ?? (await toldResult(store, runId, toolCallId)))?.toolName;
}

/** Keeps live runs from being put away while a decision is made below them. */
class Holds {
  readonly #released: Promise<void>;
  release: () => void = () => undefined;

  constructor() {
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  on(run: Run): void {
    run.underWay.add(this.#released);
  }
}

/** Makes every run on the way live, as far as it is not. Nothing is committed. */
async function openLevels(
  levels: readonly Level[],
  options: RunOptions,
  streaming: boolean,
  holds: Holds,
  reason: ReturnType<typeof reasonOf>,
): Promise<readonly OpenLevel[]> {
  const open: OpenLevel[] = [];
  for (const { core, record } of levels) {
    const live = await holdLive(core, record.runId, holds);
    const above = open.at(-1)?.run;
    if (live) open.push({ core, run: live, restored: false });
    else if (!above) {
      const waiting = await loadWaitingRun(core.parts.store, record.runId);
      const given = await withContext(core.parts, waiting, options, reason);
      const run = await restoreRun(core.parts, waiting, given, streaming);
      run.internal = await core.live.internalTools(run);
      open.push({ core, run, restored: true });
    } else open.push({ core, run: await openBelow(core, record, above), restored: true });
  }
  return open;
}

async function holdLive(core: AgentCore, runId: string, holds: Holds): Promise<Run | undefined> {
  const run = core.live.byId.get(runId);
  if (!run) return undefined;
  if (run.closing) {
    // It is just being put away; what it leaves behind is in the store.
    await run.ended;
    return undefined;
  }
  holds.on(run);
  return run;
}

async function openBelow(core: AgentCore, record: RunRecord, above: Run): Promise<Run> {
  const call = above.calls.get(record.parent?.toolCallId ?? '');
  // The run above may be just about to put its call away.
  await call?.work;
  const waiting = await loadWaitingRun(above.config.store, record.runId);
  const state = call?.record?.state;
  // Somebody has woken the run above since, or has it in our place.
  if (state === undefined || state === 'executing') throw new RunBusyError(above.runId);
  if (!call || state !== 'delegated') {
    throw new CallChangedError(
      `Run "${record.runId}" is a part of run "${above.runId}", which has ended the call that it belongs to.`,
    );
  }
  return restoreChildRun(core, waiting, above, call.source);
}

/**
 * Judges the decision, then sets the runs above going, the topmost first, then commits it: whoever
 * decides below the same run elsewhere is stopped at the top. Should it fail behind that, the runs
 * above find the one below waiting, and wait again.
 */
async function decideBelow(
  open: readonly OpenLevel[],
  wait: Wait,
  decision: Decision,
  options: RunOptions,
  streaming: boolean,
): Promise<Resumed> {
  const [top, leaf] = [open[0], open.at(-1)];
  if (!top || !leaf) throw new TypeError('A decision is on a call of some run.');
  const start = (streaming ? top.run.openLog() : top.run.log)?.length ?? 0;
  const takeBack = addPolicy(top.run.config.policies, options.policy);
  const woken: Link[] = [];
  let carryOut: (() => Promise<void>) | undefined;
  try {
    carryOut = await take(leaf.run, wait, decision, () => wake(open, woken));
  } finally {
    const going = woken.map(({ level }) => level);
    for (const level of carryOut ? [...going, leaf] : going) if (level.restored) connect(level);
    for (const link of woken) setGoing(link.level, () => goOn(link));
    if (carryOut) setGoing(leaf, carryOut);
    else takeBack();
  }
  return { run: top.run, start };
}

/** Puts a run where its own calls look for it, and the call above that it carries out. */
function connect({ core, run }: OpenLevel): void {
  core.live.byId.set(run.runId, run);
  if (run.parent) run.parent.run.adopt(run.parent.source.toolCallId, run);
}

/** Does work of a run; one that was restored begins to live with it. */
function setGoing({ core, run, restored }: OpenLevel, work: () => Promise<void>): void {
  if (restored) keepLive(core.live, run, work);
  else run.underWay.add(work());
}

/** Commits that the calls above run again, and with them their runs. */
async function wake(open: readonly OpenLevel[], woken: Link[]): Promise<void> {
  for (const { run, restored } of open) {
    if (restored) run.emit('start', { agentId: run.config.agentId });
  }
  for (const [index, level] of open.entries()) {
    const toolCallId = open[index + 1]?.run.parent?.source.toolCallId;
    if (toolCallId === undefined) return;
    const { step, calls } = level.run;
    const call = calls.get(toolCallId);
    const record = call?.record;
    // It runs already where the run below does.
    if (!step || !call || record?.state !== 'delegated') continue;
    const attempts = record.attempts + 1;
    const transcript = { ...record.transcript, state: 'executing' } as const;
    await commitCall(level.run, call, { ...record, state: 'executing', attempts, transcript });
    woken.push({ level, step, call });
  }
}

/** Runs the call again: it takes up the run below, which does not wait for its turn either. */
function goOn({ level: { run }, step, call }: Link): Promise<void> {
  const { record, tool, toolName, toolCallId } = call;
  if (!record || !tool) throw new TypeError(`Call "${toolCallId}" was found and is not there.`);
  const input = record.acceptedInput ?? null;
  const { requestContext } = run.config;
  const { runId } = run;
  const checked: CheckedCall = {
    runId,
    toolCallId,
    toolName,
    tool,
    acceptedInput: input,
    parsedInput: input,
    requestContext,
  };
  const attempts = record.attempts - 1;
  const resumption = { resumeData: undefined, suspendPayload: undefined, attempts };
  const started = execute(checked, step.runtime, resumption);
  return runCall(run, step, call, checked, { started });
}
