import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { validationError } from './validation-texts.ts';

/** The answer as the tool gets it, or what is wrong with it. */
export type CheckedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ValidationError };

/** Parses an answer for the suspended tool that asked for it. A tool without a schema takes any. */
export async function validateAnswer(
  tool: ToolSource,
  toolName: string,
  resumeData: unknown,
  limits: CheckLimits,
): Promise<CheckedAnswer> {
  if (!tool.resumeSchema) return { ok: true, value: resumeData };
  const result = await inTime(validateWith(tool.resumeSchema, resumeData), limits);
  if (result.ok) return { ok: true, value: result.value };
  return { ok: false, error: validationError('answer', toolName, result.issues) };
}
