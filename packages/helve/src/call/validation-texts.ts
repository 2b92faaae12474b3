import { buildValidationErrors, formatIssues } from '../schema/issues.ts';
import type { Issue } from '../schema/standard-schema.ts';
import type { ValidationError } from '../tool/validation-error.ts';

/** Which of a tool's schemas a value did not fit. */
export type ValidatedPart =
  | 'input'
  | 'request context'
  | 'output'
  | 'guard answer'
  | 'suspend payload'
  | 'answer';

const HEADLINES: Readonly<Record<ValidatedPart, (tool: string) => string>> = {
  input: (tool) => `The input of tool "${tool}" does not fit its schema. Correct it and try again:`,
  'request context': (tool) =>
    `The request context does not fit what tool "${tool}" needs. Set these values on the RequestContext of this request:`,
  output: (tool) => `Tool "${tool}" ran, but what it returned does not fit its output schema:`,
  'guard answer': (tool) =>
    `Tool "${tool}" did not run, and what the application answered in its place does not fit its output schema:`,
  'suspend payload': (tool) =>
    `Tool "${tool}" suspended with a payload that does not fit its suspend schema:`,
  answer: (tool) => `The answer does not fit what tool "${tool}" asked for:`,
};

/** The value that stands for everything a schema found wrong. */
export function validationError(
  part: ValidatedPart,
  toolName: string,
  issues: readonly Issue[],
): ValidationError {
  return {
    error: true,
    message: validationText(part, toolName, formatIssues(issues)),
    validationErrors: buildValidationErrors(issues),
  };
}

/** A validation message around `lines`: the issues as the schema words them, or as the audience may see them. */
export function validationText(part: ValidatedPart, toolName: string, lines: string): string {
  return `${HEADLINES[part](toolName)}\n${lines}`;
}
