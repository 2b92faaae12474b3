import type { CallEnd } from '../../call/call.ts';
import { failed } from '../../call/call.ts';
import type { CheckLimits } from '../../call/in-time.ts';
import { inTime } from '../../call/in-time.ts';
import { normalize } from '../../call/normalize.ts';
import { digestOf, finish } from '../../call/pipeline.ts';
import { isConfigured, project } from '../../call/project.ts';
import { acceptedJson, validateInput } from '../../call/validate-input.ts';
import { validationError } from '../../call/validation-texts.ts';
import type { CallRecord, TranscriptCall } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { CallChangedError, InvalidDecisionError } from '../agent-errors.ts';
import { transcriptInput } from '../calls/admit-call.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { recheckPolicies } from '../policy/run-policies.ts';
import type { Run } from '../run/run.ts';
import { transcriptRuntime } from '../step/transcript-runtime.ts';
import type { Decision } from './decide.ts';
import type {
  ApproveOptions,
  ClientResult,
  DeclineOptions,
  ResumeOptions,
} from './decision-options.ts';
import { acceptAnswer, compareWithStored, readmitCall } from './readmit-call.ts';

/** The call may run; with an edited input, where one is given. */
export function approval({ input, by, reason, requestContext }: ApproveOptions): Decision {
  return {
    states: ['approval'],
    kind: 'approve',
    by,
    reason,
    edited: input !== undefined,
    requestContext,
    judge: async (run, step, call, record) => {
      const tool = toolOf(call);
      const edited =
        input === undefined ? undefined : await acceptEdit(tool, call, input, step.runtime);
      const admitted = await readmitCall(
        step,
        tool,
        record,
        edited ?? record.acceptedInput ?? null,
      );
      if (admitted.end) return { kind: 'end', end: admitted.end };
      const { checked } = admitted;
      if (edited === undefined) compareWithStored(record, checked.parsedInput);
      const policy = recheckPolicies(checked, step.runtime);
      const digest = await digestOf(checked);
      const rechecked = policy ? { policy } : {};
      if (edited === undefined) {
        return { kind: 'go-on', checked, changes: { digest, ...rechecked } };
      }
      // From here on everybody sees the input that runs.
      call.source = { ...call.source, input: edited, inputForms: {} };
      const transcript = { ...record.transcript, input: await transcriptInput(run, call) };
      const parsedInput = normalize(checked.parsedInput);
      return {
        kind: 'go-on',
        checked,
        changes: { acceptedInput: edited, parsedInput, digest, transcript, ...rechecked },
      };
    },
  };
}

/** The call does not run, or not again. The model is told who said so and why, and not to retry. */
export function decline({ by, reason, requestContext }: DeclineOptions): Decision {
  return {
    states: ['approval', 'suspended', 'client'],
    kind: 'decline',
    by,
    reason,
    requestContext,
    judge: async (_run, _step, _call, record) => ({
      kind: 'end',
      end: deniedEnd(record, by, reason),
    }),
  };
}

function deniedEnd(
  { toolName, state }: CallRecord,
  by: string | undefined,
  reason: string | undefined,
): CallEnd {
  const what = state === 'suspended' ? 'It did not go on' : 'It did not run';
  const who = by === undefined ? 'The user' : by;
  const why = reason === undefined ? '' : `: ${reason}`;
  return {
    kind: 'denied',
    reason: reason ?? 'declined',
    ...(by === undefined ? {} : { by }),
    forModel: {
      type: 'denied',
      reason: `${who} declined the call of "${toolName}"${why}. ${what}; do not try it again unless you are asked to.`,
    },
  };
}

/** The suspended call runs again, with the answer it asked for. */
export function answer(resumeData: unknown, { by, requestContext }: ResumeOptions): Decision {
  return {
    states: ['suspended'],
    kind: 'resume',
    by,
    requestContext,
    judge: async (run, step, call, record) => {
      const tool = toolOf(call);
      const parsed = await acceptAnswer(tool, call, record, resumeData, step.runtime);
      const admitted = await readmitCall(step, tool, record, record.acceptedInput ?? null);
      if (admitted.end) return { kind: 'end', end: admitted.end };
      compareWithStored(record, admitted.checked.parsedInput);
      const policy = recheckPolicies(admitted.checked, step.runtime);
      const { suspendPayload, attempts, transcript } = record;
      return {
        kind: 'go-on',
        checked: admitted.checked,
        resumption: { resumeData: parsed, suspendPayload, attempts },
        changes: {
          resumeData: normalize(resumeData),
          ...(policy ? { policy } : {}),
          transcript: await resumedTranscript(run, call, transcript, parsed),
        },
        announce: () => {
          const { toolCallId, toolName, source } = call;
          const args = source.input;
          run.emit('tool-call-resumed', { toolCallId, toolName, args, resumeData: parsed }, source);
        },
      };
    },
  };
}

/** A client carried the call out; its output is validated like any tool's. */
export function clientResult(given: ClientResult): Decision {
  return {
    states: ['client'],
    kind: 'result',
    requestContext: given.requestContext,
    judge: async (_run, step, call, record) => {
      const tool = toolOf(call);
      const { checked } = await readmitCall(step, tool, record, record.acceptedInput ?? null);
      if ('error' in given) {
        const { error: text } = given;
        const error = new Error(text);
        const failure = { code: 'TOOL_FAILED', error, modelText: text, displayText: text } as const;
        return { kind: 'end', end: failed(failure) };
      }
      const end = await finish(checked, given.result, step.runtime, call.hooks);
      if (end.kind === 'error' && end.failure.code === 'INVALID_OUTPUT') {
        throw new InvalidDecisionError(
          `The result does not fit the output schema of "${call.toolName}"; the call still waits. Correct it and add it again.`,
        );
      }
      return { kind: 'end', end };
    },
  };
}

function toolOf(call: LiveCall): ToolSource {
  if (call.tool) return call.tool;
  throw new CallChangedError(
    `This agent has no tool "${call.toolName}" any more. Register it again, under the same name, and decide then: the call still waits.`,
  );
}

async function acceptEdit(
  tool: ToolSource,
  call: LiveCall,
  input: unknown,
  limits: CheckLimits,
): Promise<JsonValue> {
  const checked = await inTime(validateInput(tool, call.toolName, input), limits);
  if (checked.ok) return acceptedJson(normalize(checked.accepted));
  const error = validationError('input', call.toolName, checked.issues);
  throw new InvalidDecisionError(
    `The edited input does not fit; the call still waits for a decision. ${error.message}`,
    error,
  );
}

async function resumedTranscript(
  run: Run,
  call: LiveCall,
  before: TranscriptCall,
  resumeData: unknown,
): Promise<TranscriptCall> {
  const projection = await project(
    call.source,
    'transcript',
    'resume',
    { resumeData },
    transcriptRuntime(run),
  );
  const shown =
    projection.shown && (isConfigured(call.tool, 'transcript') || resumeData !== undefined);
  return { ...before, state: 'executing', ...(shown ? { resumeData: projection.value } : {}) };
}
