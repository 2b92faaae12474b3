import type { CallRuntime } from '../../call/call-runtime.ts';
import type { Admission } from '../../call/pipeline.ts';
import { admit } from '../../call/pipeline.ts';
import { project } from '../../call/project.ts';
import { andThen } from '../../schema/and-then.ts';
import type { CallRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { OpenStep, Run } from '../run/run.ts';
import { transcriptRuntime } from '../step/transcript-runtime.ts';
import type { LiveCall, NewCall } from './live-call.ts';

/** A call that the model just made, at the gate. Nothing of it is written down yet. */
export interface CallAtGate {
  readonly call: LiveCall;
  readonly made: NewCall;
  readonly admitted: AdmittedCall | Promise<AdmittedCall>;
}

/** What stages 5 to 7 made of a call. */
export interface AdmittedCall {
  /** Its first record, as far as it is known whatever becomes of the call. */
  readonly record: CallRecord;
  /** Absent where the input was refused. */
  readonly admission: Admission | undefined;
}

/** Takes a call as far as the gate; for most calls there is nothing to wait for. */
export function admitCall(run: Run, step: OpenStep, made: NewCall, index: number): CallAtGate {
  const { request, tool, hooks, source } = made;
  const { toolCallId, toolName } = request;
  const call: LiveCall = {
    record: undefined,
    toolCallId,
    toolName,
    tool,
    hooks,
    source,
    end: undefined,
  };
  const admitted = andThen(transcriptInput(run, call), (shown) =>
    throughGate(run, step, made, firstRecord(made, step, index, shown)),
  );
  // Whoever starts the call hears of a failure; until then it must not count as unhandled.
  if (admitted instanceof Promise) admitted.catch(() => undefined);
  return { call, made, admitted };
}

function throughGate(
  run: Run,
  step: OpenStep,
  { request, tool, input, hooks, early }: NewCall,
  record: CallRecord,
): AdmittedCall | Promise<AdmittedCall> {
  if (!tool || !input.ok) return { record, admission: undefined };
  const admitting =
    early?.admission ?? admit(request, tool, input, gateOf(run, step, request.toolName), hooks);
  return andThen(admitting, (admission): AdmittedCall => {
    const { verdicts } = admission;
    return { record: verdicts ? { ...record, policy: verdicts } : record, admission };
  });
}

/** What stands before a call. The runtime's own tools do nothing that a rule could be about. */
function gateOf(run: Run, { runtime }: OpenStep, toolName: string): CallRuntime {
  if (!run.internal.has(toolName)) return runtime;
  const { guard: _, ...rest } = runtime;
  return { ...rest, approvalRules: [], policies: [] };
}

function firstRecord(
  { request }: NewCall,
  step: OpenStep,
  index: number,
  shownInput: JsonValue,
): CallRecord {
  const { runId, toolCallId, toolName, providerToolCallId, providerMetadata } = request;
  const now = Date.now();
  const record: { -readonly [Name in keyof CallRecord]: CallRecord[Name] } = {
    runId,
    toolCallId,
    toolName,
    version: 0,
    step: step.stepNumber,
    index,
    state: 'executing',
    attempts: 0,
    transcript: { state: 'executing', input: shownInput },
    createdAt: now,
    updatedAt: now,
  };
  if (providerToolCallId !== undefined) record.providerToolCallId = providerToolCallId;
  if (providerMetadata !== undefined) record.providerOptions = providerMetadata;
  return record;
}

/** The input as stored transcripts show it. */
export function transcriptInput(run: Run, call: LiveCall): JsonValue | Promise<JsonValue> {
  const projecting = project(call.source, 'transcript', 'input', {}, transcriptRuntime(run));
  return andThen(projecting, (projection) => (projection.shown ? projection.value : null));
}
