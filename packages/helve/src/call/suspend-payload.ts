import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import { answerSchemaOf } from './answer-schema-of.ts';
import type { CallOutcome, CheckedCall } from './call.ts';
import { failed } from './call.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { normalize } from './normalize.ts';
import { safeLines } from './safe-lines.ts';
import { validationError, validationText } from './validation-texts.ts';

/** Stage 9: a payload is validated before anyone hears of the wait; a bad one fails the call. */
export async function checkSuspendPayload(
  { tool, toolName }: CheckedCall,
  payload: unknown,
  limits: CheckLimits,
): Promise<CallOutcome> {
  const { suspendSchema } = tool;
  if (!suspendSchema) return answerable(tool, toolName, payload);
  const result = await inTime(validateWith(suspendSchema, payload), limits);
  if (result.ok) return answerable(tool, toolName, result.value);
  const place = { toolName, parameter: 'suspendSchema' };
  return failed({
    code: 'INVALID_SUSPEND_PAYLOAD',
    error: validationError('suspend payload', toolName, result.issues),
    // The payload is the tool's, so the model is told only what was expected of it.
    modelText: validationText(
      'suspend payload',
      toolName,
      safeLines(suspendSchema, result.issues, place),
    ),
    displayText: couldNotAsk(toolName),
  });
}

/** Nobody is asked what they could not answer. */
function answerable(tool: ToolSource, toolName: string, payload: unknown): CallOutcome {
  try {
    answerSchemaOf(tool, payload === undefined ? undefined : normalize(payload));
    return { kind: 'suspended', payload };
  } catch (error) {
    const text = couldNotAsk(toolName);
    const code = 'INVALID_SUSPEND_PAYLOAD';
    return failed({ code, error, modelText: text, displayText: text });
  }
}

function couldNotAsk(toolName: string): string {
  return `Tool "${toolName}" could not ask for what it needs, because of a mistake in the tool.`;
}
