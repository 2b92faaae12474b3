import { describeSchema } from '../../schema/describe.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';

/** What an approval asks for. */
export const APPROVAL_ANSWER: JsonObject = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
  additionalProperties: false,
};

export const APPROVAL_ANSWER_TEXT: string = JSON.stringify(APPROVAL_ANSWER);

/** The JSON Schema, as text, of the answer that a suspended call waits for. */
export function answerSchemaText(tool: ToolSource, toolName: string): string | undefined {
  if (!tool.resumeSchema) return undefined;
  const place = { toolName, parameter: 'resumeSchema' };
  return describeSchema(tool.resumeSchema, 'input', 'draft-2020-12', place).text;
}

/** The same as a document. */
export function answerSchema(tool: ToolSource, toolName: string): JsonObject | undefined {
  if (!tool.resumeSchema) return undefined;
  const place = { toolName, parameter: 'resumeSchema' };
  // The description of a schema is a JSON document.
  return describeSchema(tool.resumeSchema, 'input', 'draft-2020-12', place).document as JsonObject;
}
