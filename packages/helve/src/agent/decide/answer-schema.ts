import { answerSchemaOf } from '../../call/answer-schema-of.ts';
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
export function answerSchemaText(
  tool: ToolSource,
  toolName: string,
  suspendPayload: unknown,
): string | undefined {
  return described(tool, toolName, suspendPayload)?.text;
}

/** The same as a document. */
export function answerSchema(
  tool: ToolSource,
  toolName: string,
  suspendPayload: unknown,
): JsonObject | undefined {
  // The description of a schema is a JSON document.
  return described(tool, toolName, suspendPayload)?.document as JsonObject | undefined;
}

function described(
  tool: ToolSource,
  toolName: string,
  suspendPayload: unknown,
): ReturnType<typeof describeSchema> | undefined {
  const schema = announced(tool, suspendPayload);
  if (!schema) return undefined;
  const place = { toolName, parameter: 'resumeSchema' };
  return describeSchema(schema, 'input', 'draft-2020-12', place);
}

/** A wait is listed, and can be declined, whatever has become of the code that says what it asks for. */
function announced(tool: ToolSource, suspendPayload: unknown): ReturnType<typeof answerSchemaOf> {
  try {
    return answerSchemaOf(tool, suspendPayload);
  } catch {
    return undefined;
  }
}
