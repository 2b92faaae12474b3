import type { CallOutcome, CheckedCall } from '../../call/call.ts';
import { aborted } from '../../call/execute.ts';
import { inTime } from '../../call/in-time.ts';
import { copyJson, isSameJson } from '../../call/json-values.ts';
import { normalize } from '../../call/normalize.ts';
import { perform } from '../../call/pipeline.ts';
import { isConfigured, project } from '../../call/project.ts';
import { validateInput } from '../../call/validate-input.ts';
import { andThen } from '../../schema/and-then.ts';
import type { CallRecord, TranscriptCall } from '../../store/records.ts';
import { ChildWaits, delegateCall } from '../below/delegate-call.ts';
import { APPROVAL_ANSWER_TEXT, answerSchemaText } from '../decide/answer-schema.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { transcriptRuntime } from '../step/transcript-runtime.ts';
import type { WaitExpiry } from '../waits/wait-expiry.ts';
import { suspensionExpiry } from '../waits/wait-expiry.ts';
import { nextWait } from '../waits/wait-number.ts';
import type { AdmittedCall, CallAtGate } from './admit-call.ts';
import type { PassedAdmission } from './gate-record.ts';
import { gateRecord } from './gate-record.ts';
import type { LiveCall } from './live-call.ts';
import { commitCall, settleCall } from './settle-call.ts';

/**
 * Carries out a call that the model just made: it waits or runs. Waiting is committed before it is
 * announced.
 */
export function startCall(run: Run, step: OpenStep, atGate: CallAtGate): Promise<void> {
  const { call, admitted } = atGate;
  run.calls.set(call.toolCallId, call);
  if (!(admitted instanceof Promise)) return startAdmitted(run, step, atGate, admitted);
  return admitted.then((there) => startAdmitted(run, step, atGate, there));
}

/** Without a promise of its own: nearly every call runs at once. */
function startAdmitted(
  run: Run,
  step: OpenStep,
  atGate: CallAtGate,
  { record, admission }: AdmittedCall,
): Promise<void> {
  const { call, made } = atGate;
  if (!admission) {
    if (made.input.ok) throw new TypeError(`"${call.toolName}" was neither admitted nor refused.`);
    return settleCall(run, call, made.input.end, record);
  }
  const { abortSignal } = run.config;
  if (abortSignal?.aborted) {
    return settleCall(run, call, aborted(call, abortSignal.reason), call.record ?? record);
  }
  if (admission.kind === 'ended') return settleCall(run, call, admission.end, record);
  const goOn = (): Promise<void> => goOnBehindGate(run, step, atGate, admission);
  if (call.record) return goOn();
  // There was something to wait for, so it was not written down with its response.
  const first = gateRecord(run, admission, record);
  const writing = andThen(first, (written): Promise<void> => commitCall(run, call, written));
  return Promise.resolve(writing).then(goOn);
}

/** The call is written down: it runs, or waits and is announced. */
async function goOnBehindGate(
  run: Run,
  step: OpenStep,
  atGate: CallAtGate,
  admission: PassedAdmission,
): Promise<void> {
  const { call, made } = atGate;
  if (admission.kind !== 'ready') return announceWait(run, atGate);
  const started = made.early?.execution.then((execution) => execution ?? neverBegun(call.toolName));
  return runCall(run, step, call, admission.call, started ? { started } : {});
}

/** Tells that a call waits for an approval; what waits for its client was told when it was made. */
export function announceWait(run: Run, { call }: CallAtGate): void {
  const { record, toolCallId, toolName, source } = call;
  if (record?.state !== 'approval') return;
  const { waitNumber = nextWait(record), acceptedInput: args, askedBy = [] } = record;
  const resumeSchema = APPROVAL_ANSWER_TEXT;
  const expiresAt = watched(run, record);
  run.emit(
    'tool-call-approval',
    { toolCallId, toolName, waitNumber, args, askedBy, resumeSchema, ...expiresAt },
    source,
  );
}

/** Runs a call that may run, once or once more, and writes down what it came to. */
export function runCall(
  run: Run,
  step: OpenStep,
  call: LiveCall,
  checked: CheckedCall,
  begun: Parameters<typeof perform>[3] = {},
): Promise<void> {
  call.work = carryOut(run, step, call, checked, begun);
  return call.work;
}

async function carryOut(
  run: Run,
  step: OpenStep,
  call: LiveCall,
  checked: CheckedCall,
  begun: NonNullable<Parameters<typeof perform>[3]>,
): Promise<void> {
  // What has started has had its place among those that run at once.
  const turn = begun.started ? undefined : run.limiter.enter();
  if (turn) await turn;
  let outcome: CallOutcome;
  try {
    outcome = await perform(checked, step.runtime, call.hooks, begun);
  } finally {
    if (!begun.started) run.limiter.leave();
  }
  if (call.child || call.waits) {
    const { restBelow } = await import('../below/abort-below.ts');
    outcome = await restBelow(run, call, outcome);
  }
  const { record } = call;
  if (!record) throw new TypeError(`Call "${call.toolCallId}" runs and was never written down.`);
  if (outcome.kind !== 'suspended') return settleCall(run, call, outcome, record);
  const { payload } = outcome;
  if (payload instanceof ChildWaits) return delegateCall(run, call, record, payload);
  return waitForAnswer(run, call, checked, record, payload);
}

/** A call that was let through has been run, so this is out of reach. */
function neverBegun(toolName: string): never {
  throw new TypeError(`"${toolName}" was let through and not begun.`);
}

async function waitForAnswer(
  run: Run,
  call: LiveCall,
  checked: CheckedCall,
  record: CallRecord,
  payload: unknown,
): Promise<void> {
  const { toolCallId, toolName, source } = call;
  const { resumeData: _, parsedInput: __, ...rest } = record;
  // `undefined` alone means that there is no payload; everything else is one.
  const asked = payload === undefined ? undefined : normalize(payload);
  const transcript = await suspendedTranscript(run, call, record.transcript, payload);
  const expiry = await suspensionExpiry(run, call, checked, asked);
  const waitNumber = nextWait(record);
  await commitCall(run, call, {
    ...rest,
    ...expiry,
    ...(await parsedAnew(run, checked, record)),
    state: 'suspended',
    waitNumber,
    ...(asked === undefined ? {} : { suspendPayload: asked }),
    transcript,
  });
  const resumeSchema = answerSchemaText(checked.tool, toolName, asked);
  run.emit(
    'tool-call-suspended',
    {
      toolCallId,
      toolName,
      waitNumber,
      args: source.input,
      suspendPayload: payload,
      ...(resumeSchema === undefined ? {} : { resumeSchema }),
      ...watched(run, expiry),
    },
    source,
  );
}

/** Has the wait end in time, and gives what chunks say of that. */
function watched(run: Run, { expiresAt }: WaitExpiry): Pick<WaitExpiry, 'expiresAt'> {
  if (expiresAt === undefined) return {};
  run.config.expiries.watch(expiresAt);
  return { expiresAt };
}

/**
 * The parsed input that whoever resumes the call must find again. It is parsed anew: the tool may
 * have changed the one it was given.
 */
async function parsedAnew(
  { step }: Run,
  { tool, toolName }: CheckedCall,
  { acceptedInput = null }: CallRecord,
): Promise<Pick<CallRecord, 'parsedInput'>> {
  const checking = validateInput(tool, toolName, copyJson(acceptedInput));
  // It was checked in time before; a schema that hangs now must not hold the wait.
  const input = await (step ? inTime(checking, step.runtime) : checking);
  const parsedInput = input.ok ? normalize(input.parsed) : acceptedInput;
  return isSameJson(parsedInput, acceptedInput) ? {} : { parsedInput };
}

async function suspendedTranscript(
  run: Run,
  call: LiveCall,
  before: TranscriptCall,
  suspendPayload: unknown,
): Promise<TranscriptCall> {
  const { resumeData: _, ...rest } = before;
  if (suspendPayload === undefined && !isConfigured(call.tool, 'transcript')) {
    return { ...rest, state: 'suspended' };
  }
  const payload = { suspendPayload };
  const projection = await project(
    call.source,
    'transcript',
    'suspend',
    payload,
    transcriptRuntime(run),
  );
  return {
    ...rest,
    state: 'suspended',
    ...(projection.shown ? { suspendPayload: projection.value } : {}),
  };
}
