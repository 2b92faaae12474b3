import type { CallEnd } from '../../call/call.ts';
import type { CheckLimits } from '../../call/in-time.ts';
import { copyJson, isSameJson } from '../../call/json-values.ts';
import { normalize } from '../../call/normalize.ts';
import { readmit } from '../../call/pipeline.ts';
import type { CheckedAnswer } from '../../call/validate-answer.ts';
import { validateAnswer } from '../../call/validate-answer.ts';
import type { CallRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { CallChangedError, InvalidDecisionError } from '../agent-errors.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { OpenStep } from '../run/run.ts';
import { firstDifference } from './first-difference.ts';

type Readmitted = Extract<Awaited<ReturnType<typeof readmit>>, { ok: true }>;

/**
 * Checks a stored call again, so that it can go on with the code there is now.
 *
 * @throws InvalidDecisionError where its input, or the request context, does not fit any more.
 */
export async function readmitCall(
  step: OpenStep,
  tool: ToolSource,
  { runId, toolCallId, toolName }: CallRecord,
  acceptedInput: JsonValue,
): Promise<{ readonly checked: Readmitted['call']; readonly end?: CallEnd }> {
  // A tool may change what it is given, and a record must stay as it is.
  const call = { runId, toolCallId, toolName, acceptedInput: copyJson(acceptedInput) };
  const admitted = await readmit(call, tool, step.runtime);
  if (!admitted.ok) {
    throw new InvalidDecisionError(
      `The call cannot go on as it is, and still waits. ${admitted.error.message}`,
      admitted.error,
    );
  }
  return { checked: admitted.call, ...(admitted.end ? { end: admitted.end } : {}) };
}

/**
 * Parses an answer for the tool that asked for it.
 *
 * @throws InvalidDecisionError where it does not fit.
 */
export async function acceptAnswer(
  tool: ToolSource,
  call: LiveCall,
  { suspendPayload }: Pick<CallRecord, 'suspendPayload'>,
  resumeData: unknown,
  limits: CheckLimits,
): Promise<unknown> {
  const answer = await checkAnswer(tool, call.toolName, { suspendPayload, resumeData }, limits);
  if (answer.ok) return answer.value;
  const { error } = answer;
  throw new InvalidDecisionError(
    `${error.message}\nThe call still waits; correct the answer and resume again.`,
    error,
  );
}

async function checkAnswer(
  tool: ToolSource,
  toolName: string,
  answer: Parameters<typeof validateAnswer>[2],
  limits: CheckLimits,
): Promise<CheckedAnswer> {
  try {
    return await validateAnswer(tool, toolName, answer, limits);
  } catch (error) {
    throw unanswerable(toolName, error);
  }
}

function unanswerable(toolName: string, cause: unknown): CallChangedError {
  return new CallChangedError(
    `resumeSchemaFor of "${toolName}" cannot say any more which answers fit what was asked. The call still waits; restore the function, or decline the call.`,
    cause,
  );
}

/** What a person agreed to is what runs: a schema that makes something else of it must not. */
export function compareWithStored(record: CallRecord, parsedNow: unknown): void {
  const stored = record.parsedInput ?? record.acceptedInput ?? null;
  const now = normalize(parsedNow);
  if (isSameJson(stored, now)) return;
  throw new CallChangedError(
    `The input schema of "${record.toolName}" now makes something else of the stored input, at ${firstDifference(stored, now)}. Its schema has changed, or has a default that differs from time to time. The call still waits; restore the schema, or decline the call.`,
  );
}
