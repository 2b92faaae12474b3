import type { CallOutcome, CheckedCall } from '../../call/call.ts';
import type { CallRuntime } from '../../call/call-runtime.ts';
import { canonicalJson } from '../../call/digest.ts';
import { aborted } from '../../call/execute.ts';
import { inTime } from '../../call/in-time.ts';
import { normalize } from '../../call/normalize.ts';
import { admit, digestOf, perform } from '../../call/pipeline.ts';
import { isConfigured, project } from '../../call/project.ts';
import { validateInput } from '../../call/validate-input.ts';
import type { AskedBy } from '../../store/asked-by.ts';
import type { CallRecord, TranscriptCall } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import { restBelow } from '../below/abort-below.ts';
import { ChildWaits, delegateCall } from '../below/delegate-call.ts';
import { APPROVAL_ANSWER_TEXT, answerSchemaText } from '../decide/answer-schema.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { transcriptRuntime } from '../step/transcript-runtime.ts';
import type { WaitExpiry } from '../waits/wait-expiry.ts';
import { approvalExpiry, suspensionExpiry } from '../waits/wait-expiry.ts';
import type { LiveCall, NewCall } from './live-call.ts';
import { commitCall, settleCall } from './settle-call.ts';

/**
 * Carries out a call that the model just made: through the gate, then it waits or runs. Waiting is
 * committed before it is announced.
 */
export async function startCall(
  run: Run,
  step: OpenStep,
  made: NewCall,
  index: number,
): Promise<void> {
  const { runId, toolCallId, toolName, providerToolCallId, providerMetadata } = made.request;
  const { tool, hooks, input, source } = made;
  const call: LiveCall = {
    record: undefined,
    toolCallId,
    toolName,
    tool,
    hooks,
    source,
    checked: undefined,
    end: undefined,
  };
  run.calls.set(toolCallId, call);
  const now = Date.now();
  const fresh: CallRecord = {
    runId,
    toolCallId,
    toolName,
    ...(providerToolCallId === undefined ? {} : { providerToolCallId }),
    ...(providerMetadata === undefined ? {} : { providerOptions: providerMetadata }),
    version: 0,
    step: step.stepNumber,
    index,
    state: 'executing',
    attempts: 0,
    transcript: { state: 'executing', input: await transcriptInput(run, call) },
    createdAt: now,
    updatedAt: now,
  };
  if (!tool || !input.ok) {
    if (!input.ok) await settleCall(run, call, input.end, fresh);
    return;
  }
  const { early } = made;
  const admission = await (early?.admission ??
    admit(made.request, tool, input, gateOf(run, step, toolName), hooks));
  const { verdicts } = admission;
  const judged: CallRecord = verdicts ? { ...fresh, policy: verdicts } : fresh;
  if (run.config.abortSignal?.aborted) {
    return settleCall(run, call, aborted(call, run.config.abortSignal.reason), judged);
  }
  switch (admission.kind) {
    case 'ended':
      return settleCall(run, call, admission.end, judged);
    case 'approval-needed':
      return waitForApproval(run, call, admission, judged);
    case 'client':
      call.checked = admission.call;
      return commitCall(run, call, {
        ...judged,
        ...waitingFields(admission.call),
        state: 'client',
        transcript: { ...judged.transcript, state: 'client' },
      });
    case 'ready': {
      const { acceptedInput } = admission.call;
      await commitCall(run, call, { ...judged, acceptedInput, attempts: 1 });
      const started = early?.execution.then((execution) => execution ?? neverBegun(toolName));
      return runCall(run, step, call, admission.call, started ? { started } : {});
    }
  }
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
  call.checked = checked;
  const work = (): Promise<CallOutcome> => perform(checked, step.runtime, call.hooks, begun);
  // What has started has had its place among those that run at once.
  let outcome = await (begun.started ? work() : run.limiter.run(work));
  if (call.child || call.waits) outcome = await restBelow(run, call, outcome);
  const { record } = call;
  if (!record) throw new TypeError(`Call "${call.toolCallId}" runs and was never written down.`);
  if (outcome.kind !== 'suspended') return settleCall(run, call, outcome, record);
  const { payload } = outcome;
  if (payload instanceof ChildWaits) return delegateCall(run, call, record, payload);
  return waitForAnswer(run, call, checked, record, payload);
}

/** What stands before a call. The runtime's own tools do nothing that a rule could be about. */
function gateOf(run: Run, { runtime }: OpenStep, toolName: string): CallRuntime {
  if (!run.internal.has(toolName)) return runtime;
  const { guard: _, ...rest } = runtime;
  return { ...rest, approvalRules: [], policies: [] };
}

/** A call that was let through has been run, so this is out of reach. */
function neverBegun(toolName: string): never {
  throw new TypeError(`"${toolName}" was let through and not begun.`);
}

async function waitForApproval(
  run: Run,
  call: LiveCall,
  { call: checked, askedBy }: { readonly call: CheckedCall; readonly askedBy: readonly AskedBy[] },
  fresh: CallRecord,
): Promise<void> {
  call.checked = checked;
  const expiry = approvalExpiry(run, checked);
  await commitCall(run, call, {
    ...fresh,
    ...waitingFields(checked),
    ...expiry,
    state: 'approval',
    digest: await digestOf(checked),
    askedBy,
    transcript: { ...fresh.transcript, state: 'approval' },
  });
  const { toolCallId, toolName } = call;
  const expiresAt = watched(run, expiry);
  const args = checked.acceptedInput;
  const resumeSchema = APPROVAL_ANSWER_TEXT;
  run.emit(
    'tool-call-approval',
    { toolCallId, toolName, args, askedBy, resumeSchema, ...expiresAt },
    call.source,
  );
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
  const transcript = await suspendedTranscript(run, call, record.transcript, payload);
  const expiry = await suspensionExpiry(run, call, checked);
  await commitCall(run, call, {
    ...rest,
    ...expiry,
    ...(await parsedAnew(run, checked, record)),
    state: 'suspended',
    // `undefined` alone means that there is no payload; everything else is one.
    ...(payload === undefined ? {} : { suspendPayload: normalize(payload) }),
    transcript,
  });
  const resumeSchema = checked.tool.resumeSchema && answerSchemaText(checked.tool, toolName);
  run.emit(
    'tool-call-suspended',
    {
      toolCallId,
      toolName,
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
  const checking = validateInput(tool, toolName, structuredClone(acceptedInput));
  // It was checked in time before; a schema that hangs now must not hold the wait.
  const input = await (step ? inTime(checking, step.runtime) : checking);
  const parsedInput = input.ok ? normalize(input.parsed) : acceptedInput;
  return canonicalJson(parsedInput) === canonicalJson(acceptedInput) ? {} : { parsedInput };
}

/** What an open call needs to be found the same again. */
function waitingFields(checked: CheckedCall): Pick<CallRecord, 'acceptedInput' | 'parsedInput'> {
  const { acceptedInput } = checked;
  const parsedInput = normalize(checked.parsedInput);
  return canonicalJson(parsedInput) === canonicalJson(acceptedInput)
    ? { acceptedInput }
    : { acceptedInput, parsedInput };
}

/** The input as stored transcripts show it. */
export async function transcriptInput(run: Run, call: LiveCall): Promise<JsonValue> {
  const projection = await project(call.source, 'transcript', 'input', {}, transcriptRuntime(run));
  return projection.shown ? projection.value : null;
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
