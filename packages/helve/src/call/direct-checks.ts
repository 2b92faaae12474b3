import type { Issue } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import { isValidationError } from '../tool/validation-error.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import type { ValidatedPart } from './validation-texts.ts';
import { validationError } from './validation-texts.ts';

/** Stage 10 of a direct call: the output as validated, or the validation error. */
export function checkOutput(tool: ToolSource, returned: unknown, limits: CheckLimits): unknown {
  if (!tool.outputSchema || isValidationError(returned)) return returned;
  const checking = inTime(validateWith(tool.outputSchema, returned), limits);
  if (checking instanceof Promise) {
    return checking.then((result) =>
      result.ok ? result.value : refusal('output', tool, result.issues, limits),
    );
  }
  return checking.ok ? checking.value : refusal('output', tool, checking.issues, limits);
}

/**
 * The validation error of a direct call.
 *
 * @throws the abort's reason, where the caller aborted meanwhile.
 */
export function refusal(
  part: ValidatedPart,
  tool: ToolSource,
  issues: readonly Issue[],
  { abortSignal }: CheckLimits,
): ValidationError {
  abortSignal?.throwIfAborted();
  return validationError(part, tool.id, issues);
}
