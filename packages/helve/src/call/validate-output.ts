import { andThen } from '../schema/and-then.ts';
import { formatIssues } from '../schema/issues.ts';
import type { Issue, StandardSchema } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import { trustedHints } from '../tool/trusted-hints.ts';
import { isValidationError } from '../tool/validation-error.ts';
import type { CallFailure } from './call-failure.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { safeLines } from './safe-lines.ts';
import { validationError, validationText } from './validation-texts.ts';

/** Stage 10's result. */
export type CheckedOutput =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly failure: CallFailure };

/** Who gave the output: the tool, or a guard in its place. */
export type OutputAuthor = 'tool' | 'guard';

/** Stage 10: validates what `execute` returned, or what a guard answered in its place. */
export function validateOutput(
  { tool, toolName }: { readonly tool: ToolSource; readonly toolName: string },
  returned: unknown,
  author: OutputAuthor,
  limits: CheckLimits,
): CheckedOutput | Promise<CheckedOutput> {
  if (isValidationError(returned)) {
    const { message } = returned;
    return {
      ok: false,
      failure: { code: 'TOOL_FAILED', error: returned, modelText: message, displayText: message },
    };
  }
  const { outputSchema } = tool;
  if (!outputSchema) return { ok: true, output: returned };
  const validating = inTime(validateWith(outputSchema, returned), limits);
  return andThen(validating, (result): CheckedOutput => {
    if (result.ok) return { ok: true, output: result.value };
    return {
      ok: false,
      failure: invalidOutput(tool, outputSchema, toolName, author, result.issues),
    };
  });
}

/**
 * A schema library's issues may quote the output, so a model that is only to see what
 * `toModelOutput` makes, and people, are told where it failed and what was expected there.
 */
function invalidOutput(
  tool: ToolSource,
  outputSchema: StandardSchema,
  toolName: string,
  author: OutputAuthor,
  issues: readonly Issue[],
): CallFailure {
  const part = author === 'tool' ? 'output' : 'guard answer';
  const place = { toolName, parameter: 'outputSchema' };
  const safe = validationText(part, toolName, safeLines(outputSchema, issues, place));
  const full = validationText(part, toolName, formatIssues(issues));
  const effects =
    author === 'tool' && trustedHints(tool).readOnlyHint !== true
      ? '\nIts effects have taken place; do not simply repeat the call.'
      : '';
  return {
    code: 'INVALID_OUTPUT',
    error: validationError(part, toolName, issues),
    modelText: `${tool.toModelOutput ? safe : full}${effects}`,
    displayText: safe,
  };
}
