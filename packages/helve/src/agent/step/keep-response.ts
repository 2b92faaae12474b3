import type { CallRecord, RunRecord } from '../../store/records.ts';
import type { CallAtGate } from '../calls/admit-call.ts';
import { gateRecord } from '../calls/gate-record.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { failureFields } from '../run/failure-texts.ts';
import { hasHooksRunning } from '../run/hooks-at-rest.ts';
import type { OpenStep, Run } from '../run/run.ts';
import type { Response } from './response.ts';
import { stepResult } from './step-result.ts';

/**
 * Commits the response, and with it the calls of which it is known by now that they run or wait.
 * Where all of them wait, the run is put away in the same commit; an answer goes with the end of the
 * run, which is next.
 */
export async function keepResponse(
  run: Run,
  step: OpenStep,
  response: Response,
  calls: readonly CallAtGate[],
): Promise<void> {
  if (response.parts.length > 0) run.add({ role: 'assistant', content: response.parts });
  if (response.error !== undefined) {
    run.config.logger.warn('The model reported an error and went on; its response was complete.', {
      runId: run.runId,
      ...failureFields(response.error),
    });
  }
  step.result = stepResult(run, step, response);
  run.steps.push(step.result);
  const changes = { stepCount: step.stepNumber + 1, stepTools: stepTools(run, step) };
  if (calls.length === 0 && endsUnwatched(run)) {
    run.record = { ...run.next(changes), version: run.record.version };
    return;
  }
  const written: LiveCall[] = [];
  const records: CallRecord[] = [];
  for (const { call, admitted } of calls) {
    run.calls.set(call.toolCallId, call);
    if (admitted instanceof Promise) continue;
    const { admission, record } = admitted;
    if (!admission || admission.kind === 'ended') continue;
    const first = gateRecord(run, admission, record);
    written.push(call);
    records.push(first instanceof Promise ? await first : first);
  }
  run.closing = canRest(run, records);
  const next = run.next(run.closing ? { ...changes, state: 'waiting' } : changes);
  const writing = run.commit({ run: next, calls: records }).then(() => {
    for (const [index, call] of written.entries()) call.record = records[index];
  });
  // Whoever finds a call waiting in the store may decide on it before we hear that it is there.
  for (const call of written) call.writing = writing;
  await writing;
}

/**
 * Whether an answer is followed by the end of the run at once. An abort must still find the run
 * going, and whoever is told of the step must find its answer in the store.
 */
function endsUnwatched({ config }: Run): boolean {
  const { abortSignal, callbacks, objectFormat } = config;
  return !objectFormat && !abortSignal && !callbacks.some(({ onStepFinish }) => onStepFinish);
}

/** Whether nothing is left to do here until somebody decides: all calls wait, and nothing is under way. */
function canRest(run: Run, records: readonly CallRecord[]): boolean {
  const { calls, config, provided, stored, underWay } = run;
  const allWait =
    records.length > 0 &&
    records.length === calls.size &&
    records.every(({ state }) => state !== 'executing');
  // An abort while this is written down must still find the run going.
  if (!allWait || config.abortSignal || underWay.size > 0) return false;
  // The end of a stored stream is written down with the wait, and has yet to be told.
  return !stored && !provided?.size && !hasHooksRunning(run);
}

/**
 * The tools of the step, where it had others than the run: its calls may wait for long. The
 * runtime's own tools come by themselves; listing all others for their sake would grow each record
 * by the names of all tools.
 */
function stepTools({ config, internal }: Run, step: OpenStep): RunRecord['stepTools'] {
  const { activeTools } = step.runtime;
  if (activeTools === config.activeTools) return undefined;
  const names = [...activeTools].filter((name) => !internal.has(name));
  const isSame =
    names.length === config.activeTools.size && names.every((name) => config.activeTools.has(name));
  return isSame ? undefined : names;
}
