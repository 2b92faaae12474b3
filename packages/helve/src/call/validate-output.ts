import { describeSchema } from '../schema/describe.ts';
import { safeIssueLines } from '../schema/expectation.ts';
import { formatIssues } from '../schema/issues.ts';
import type { Issue } from '../schema/standard-schema.ts';
import { isStandardJsonSchema } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import { isValidationError } from '../tool/validation-error.ts';
import type { CallFailure } from './call-failure.ts';
import { validationError, validationText } from './validation-texts.ts';

/** Stage 10's result. */
export type CheckedOutput =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly failure: CallFailure };

/** Stage 10: validates what `execute` returned, or what a guard answered in its place. */
export async function validateOutput(
  tool: ToolSource,
  toolName: string,
  returned: unknown,
): Promise<CheckedOutput> {
  if (isValidationError(returned)) {
    const { message } = returned;
    return {
      ok: false,
      failure: { code: 'TOOL_FAILED', error: returned, modelText: message, displayText: message },
    };
  }
  if (!tool.outputSchema) return { ok: true, output: returned };
  const result = await validateWith(tool.outputSchema, returned);
  if (result.ok) return { ok: true, output: result.value };
  return { ok: false, failure: invalidOutput(tool, toolName, result.issues) };
}

/**
 * A schema library's issues may quote the output, so a model that is only to see what
 * `toModelOutput` makes, and people, are told where it failed and what was expected there.
 */
function invalidOutput(tool: ToolSource, toolName: string, issues: readonly Issue[]): CallFailure {
  const safe = validationText('output', toolName, safeLines(tool, toolName, issues));
  const full = validationText('output', toolName, formatIssues(issues));
  return {
    code: 'INVALID_OUTPUT',
    error: validationError('output', toolName, issues),
    modelText: `${tool.toModelOutput ? safe : full}\nIts effects have taken place; do not simply repeat the call.`,
    displayText: safe,
  };
}

function safeLines(tool: ToolSource, toolName: string, issues: readonly Issue[]): string {
  const schema = tool.outputSchema;
  if (!schema || !isStandardJsonSchema(schema)) return safeIssueLines(issues, undefined);
  try {
    const place = { toolName, parameter: 'outputSchema' };
    return safeIssueLines(issues, describeSchema(schema, 'input', 'draft-07', place).document);
  } catch {
    // A schema that cannot be described says nothing about what it expects.
    return safeIssueLines(issues, undefined);
  }
}
