import { describeSchema } from '../schema/describe.ts';
import { safeIssueLines } from '../schema/expectation.ts';
import type { Issue, StandardSchema } from '../schema/standard-schema.ts';
import { isStandardJsonSchema } from '../schema/standard-schema.ts';

/**
 * What a schema found wrong, for readers who may not see raw data: where, and what was expected
 * there, in the words of its JSON Schema.
 */
export function safeLines(
  schema: StandardSchema,
  issues: readonly Issue[],
  place: { readonly toolName: string; readonly parameter: string },
): string {
  if (!isStandardJsonSchema(schema)) return safeIssueLines(issues, undefined);
  try {
    return safeIssueLines(issues, describeSchema(schema, 'input', 'draft-07', place).document);
  } catch {
    // A schema that cannot be described says nothing about what it expects.
    return safeIssueLines(issues, undefined);
  }
}
