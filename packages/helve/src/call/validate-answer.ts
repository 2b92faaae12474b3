import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import { answerSchemaOf } from './answer-schema-of.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { validationError } from './validation-texts.ts';

/** The answer as the tool gets it, or what is wrong with it. */
export type CheckedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ValidationError };

/**
 * Parses an answer for the suspended tool that asked for it. A tool without a schema takes any.
 *
 * @param answer what was answered, and what the tool suspended with, as it is stored
 * @throws what `resumeSchemaFor` throws, where the tool makes its schema of what it asked.
 */
export async function validateAnswer(
  tool: ToolSource,
  toolName: string,
  {
    suspendPayload,
    resumeData,
  }: { readonly suspendPayload: unknown; readonly resumeData: unknown },
  limits: CheckLimits,
): Promise<CheckedAnswer> {
  const schema = answerSchemaOf(tool, suspendPayload);
  if (!schema) return { ok: true, value: resumeData };
  const result = await inTime(validateWith(schema, resumeData), limits);
  if (result.ok) return { ok: true, value: result.value };
  return { ok: false, error: validationError('answer', toolName, result.issues) };
}
