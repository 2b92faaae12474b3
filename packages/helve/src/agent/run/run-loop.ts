import { aborted } from '../../call/execute.ts';
import { isOpen } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { StoreConflictError } from '../agent-errors.ts';
import { closeCalls } from '../calls/close-calls.ts';
import { settleCall } from '../calls/settle-call.ts';
import { endProvided } from '../step/provided-calls.ts';
import { endUnrun, runStep } from '../step/step.ts';
import type { FinishReason } from '../stream/chunk.ts';
import { askHost } from './ask-host.ts';
import { failureFields } from './failure-texts.ts';
import { hooksAtRest } from './hooks-at-rest.ts';
import { linger } from './linger.ts';
import { lastChunks, putAway, stepFinish } from './put-away.ts';
import type { Run } from './run.ts';
import { summarizeRun } from './summarize-run.ts';
import { resultsNote, toolMessage } from './tool-message.ts';

/**
 * The loop: steps until the run finishes, waits, fails or is aborted. A run that goes on after a
 * wait enters it with the calls of its last step still open. Never rejects.
 */
export async function driveRun(run: Run): Promise<void> {
  try {
    for (;;) {
      const resting = run.underWay.atRest();
      if (resting) {
        await resting;
        continue; // a decision may have added to it
      }
      if (run.config.abortSignal?.aborted) return await abortRun(run);
      if (hasOpenCalls(run)) {
        if (await waitForDecisions(run)) return;
        continue; // a decision came just before the run was put away
      }
      const hadCalls = closeStep(run) || run.goesOn;
      run.goesOn = false;
      if (hasNewTools(run)) await run.commit({ run: run.next({}) });
      const stopping = stopReason(run, hadCalls);
      const reason = stopping instanceof Promise ? await stopping : stopping;
      if (reason) return await finishRun(run, reason);
      if (run.turn?.isUpToDate === false) {
        const { takeTurn } = await import('../turns/take-turn.ts');
        await takeTurn(run);
      }
      await runStep(run);
      // Its calls all wait, which was written down with the response.
      if (run.closing) return end(run, waitReason(run));
    }
  } catch (error) {
    // What was under way when the run was aborted fails in its own ways.
    if (run.config.abortSignal?.aborted) await abortSafely(run);
    else await failRun(run, error);
  }
}

async function abortSafely(run: Run): Promise<void> {
  try {
    await run.underWay.settled();
    await abortRun(run);
  } catch (error) {
    await failRun(run, error);
  }
}

function hasOpenCalls(run: Run): boolean {
  for (const { record } of run.calls.values()) if (record && isOpen(record)) return true;
  return false;
}

function openCalls(run: Run): readonly NonNullable<ReturnType<Run['calls']['get']>>[] {
  return [...run.calls.values()].filter((call) => call.record && isOpen(call.record));
}

/** Puts the run away until somebody decides; false where somebody just did. */
async function waitForDecisions(run: Run): Promise<boolean> {
  const hooks = hooksAtRest(run);
  if (hooks) await hooks;
  if (run.underWay.size > 0 || !hasOpenCalls(run)) return false;
  run.closing = true;
  const reason = waitReason(run);
  if (reason !== 'suspended') endProvided(run);
  await putAway(run, 'waiting', lastChunks(run, reason));
  end(run, reason);
  return true;
}

function waitReason(run: Run): FinishReason {
  const clientOnly = openCalls(run).every(({ record, waits = [] }) =>
    record?.state === 'delegated'
      ? waits.every(({ kind }) => kind === 'client')
      : record?.state === 'client',
  );
  return clientOnly ? 'tool-calls' : 'suspended';
}

/**
 * Puts the results of the step's calls into the history, in call order. They are in the records of
 * the calls, so the message itself is written with what comes next. False: the step had no calls.
 */
function closeStep(run: Run): boolean {
  const calls = [...run.calls.values()];
  if (calls.length > 0) run.calls.clear();
  run.earlySources = undefined;
  run.children = undefined;
  for (const { hooks } of calls) linger(run, hooks);
  if (calls.length > 0) {
    const records = calls.flatMap(({ record }) => (record ? [record] : []));
    const results = toolMessage(records);
    const response = run.added.at(-1);
    run.addResults(results, closeCalls(records, response, results));
    if (run.history.at(-1)?.role === 'assistant') run.add(resultsNote(calls));
  }
  stepFinished(run);
  return calls.length > 0;
}

/** Whether a search has found tools that the run's record does not name. */
function hasNewTools({ discovered, record }: Run): boolean {
  return discovered.size > (record.discoveredTools?.length ?? 0);
}

function stepFinished(run: Run): void {
  const result = run.step?.result;
  run.step = undefined;
  if (!result) return;
  const { type, payload } = stepFinish(result);
  run.emit(type, payload);
  run.tell('onStepFinish', () => result);
}

/**
 * Why the run should not take another step; `undefined` where it should. A step that made calls is
 * followed by another, in which the model reads their results.
 */
function stopReason(
  run: Run,
  hadCalls: boolean,
): FinishReason | undefined | Promise<FinishReason | undefined> {
  const { record, config } = run;
  if (run.stopWith) return run.stopWith;
  if (record.stepCount === 0) return undefined;
  if (!hadCalls) return answerReason(run);
  if (config.stopConditions.length > 0) return hostsReason(run);
  return lastReason(run);
}

function lastReason({ record, config }: Run): FinishReason | undefined {
  return record.stepCount >= config.maxSteps ? 'max-steps' : undefined;
}

/** Asks the host whether to stop. */
async function hostsReason(run: Run): Promise<FinishReason | undefined> {
  const { steps, config } = run;
  for (const stop of config.stopConditions) {
    if (await askHost(() => stop({ steps }), config.abortSignal))
      return steps.at(-1)?.finishReason ?? 'stop';
  }
  return lastReason(run);
}

/** Ends the run with its answer, unless an object was asked for and this is none yet. */
async function answerReason(run: Run): Promise<FinishReason | undefined> {
  const last = run.steps.at(-1);
  const reason = last?.finishReason ?? 'stop';
  const { objectFormat, maxSteps } = run.config;
  if (!objectFormat || !last || reason !== 'stop') return reason;
  const verdict = await objectFormat.judge(last.text);
  if (verdict.ok) {
    run.object = verdict.object;
    return reason;
  }
  const { invalidObject, repairRequest } = await import('../step/structured-output.ts');
  if (run.wasRepaired || run.record.stepCount >= maxSteps) {
    throw invalidObject(last.text, verdict.problem);
  }
  run.wasRepaired = true;
  run.add(repairRequest(verdict.problem));
  return undefined;
}

async function finishRun(run: Run, reason: FinishReason): Promise<void> {
  const hooks = hooksAtRest(run);
  if (hooks) {
    // They may take their time, and the answer is not to be lost meanwhile.
    if (run.hasUncommitted) await run.commit({ run: run.next({}) });
    await hooks;
  }
  run.closing = true;
  endProvided(run);
  await putAway(run, 'finished', lastChunks(run, reason));
  end(run, reason);
}

/** Ends every open call, and the run. Nothing of a response that was cut short is kept. */
async function abortRun(run: Run): Promise<void> {
  const reason: unknown = run.config.abortSignal?.reason;
  await endOpenCalls(run, reason);
  closeStep(run);
  await hooksAtRest(run);
  run.closing = true;
  endProvided(run);
  const last = lastChunks(run, 'aborted');
  await putAway(run, 'aborted', [{ type: 'abort', payload: { reason } }, ...last]);
  run.emit('abort', { reason });
  end(run, 'aborted');
}

async function endOpenCalls(run: Run, reason: unknown): Promise<void> {
  for (const call of openCalls(run)) {
    if (!call.record) continue;
    if (call.record.state === 'delegated') {
      const { abortBelow } = await import('../below/abort-below.ts');
      await abortBelow(run, call, reason);
    }
    await settleCall(run, call, aborted(call, reason), call.record);
  }
}

/** A failure of the model, the store or the host's own functions ends the run, not its calls. */
async function failRun(run: Run, error: unknown): Promise<void> {
  run.closing = true;
  const { logger } = run.config;
  // How these end is what the run fails with, or came of it.
  await run.underWay.settled();
  // Whoever takes the run over decides what becomes of its calls.
  const isOurs = !isLeftToOthers(run, error);
  const isEnded = isOurs && (await tryToStore(run, () => endOpenCalls(run, error)));
  endUnwritten(run);
  endProvided(run);
  const last = failureChunks(run, error);
  if (isEnded) await tryToStore(run, () => putAway(run, 'failed', last));
  await hooksAtRest(run);
  logger.error(`Run "${run.runId}" failed.`, { runId: run.runId, ...failureFields(error) });
  // A failure that could not be stored leaves the run to whoever can go on with it.
  if (run.record.state === 'running') await run.lease?.release();
  run.lease?.stop();
  run.stored?.stop();
  run.turn?.leave();
  for (const { type, payload } of last) run.emit(type, payload);
  run.tell('onError', () => ({ runId: run.runId, error }));
  run.log?.close();
  run.end({ ok: false, error });
}

/** Tells whether it went well; if not, what is in the store is as it was. */
async function tryToStore(run: Run, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    run.config.logger.error(`Run "${run.runId}" failed, and its end could not be stored.`, {
      error,
    });
    return false;
  }
}

/** What a run that failed ends with. */
function failureChunks(run: Run, error: unknown) {
  const { failureText: message, usage } = run;
  return [
    { type: 'error', payload: { error, message } },
    { type: 'finish', payload: { finishReason: 'error', usage } },
  ] as const;
}

/**
 * Whether a run that cannot go on here can go on elsewhere, or later: another process has it, or it
 * was the store that failed, here or in a run below, which may be over soon.
 */
function isLeftToOthers({ children }: Run, error: unknown): boolean {
  return (
    StoreConflictError.isInstance(error) ||
    StoreError.isInstance(error) ||
    [...(children?.values() ?? [])].some(({ record }) => record.state === 'running')
  );
}

/** Ends calls that were shown and could not even be written down. */
function endUnwritten(run: Run): void {
  for (const { record, end, source } of run.calls.values()) {
    if (!record && !end) endUnrun(run, { source });
  }
}

function end(run: Run, finishReason: FinishReason): void {
  run.lease?.stop();
  // Whoever hears of the end may go on with the thread.
  run.turn?.leave();
  stepFinished(run);
  run.emit('finish', { finishReason, usage: run.usage });
  run.tell('onFinish', () => summarizeRun(run, { ok: true, finishReason }));
  run.log?.close();
  run.end({ ok: true, finishReason });
}
