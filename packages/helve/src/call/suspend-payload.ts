import { formatIssues } from '../schema/issues.ts';
import { validateWith } from '../schema/validate.ts';
import type { CallOutcome, CheckedCall } from './call.ts';
import { failed } from './call.ts';
import { validationError, validationText } from './validation-texts.ts';

/** Stage 9: a payload is validated before anyone hears of the wait; a bad one fails the call. */
export async function checkSuspendPayload(
  call: CheckedCall,
  payload: unknown,
): Promise<CallOutcome> {
  const { tool, toolName } = call;
  if (!tool.suspendSchema) return { kind: 'suspended', payload };
  const result = await validateWith(tool.suspendSchema, payload);
  if (result.ok) return { kind: 'suspended', payload: result.value };
  return failed({
    code: 'INVALID_SUSPEND_PAYLOAD',
    error: validationError('suspend payload', toolName, result.issues),
    modelText: tool.toModelOutput
      ? `Tool "${toolName}" could not ask for what it needs, because of a mistake in the tool.`
      : validationText('suspend payload', toolName, formatIssues(result.issues)),
    displayText: `Tool "${toolName}" could not ask for what it needs, because of a mistake in the tool.`,
  });
}
