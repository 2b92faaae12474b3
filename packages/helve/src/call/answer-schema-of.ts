import { checkSchema } from '../schema/check-schema.ts';
import type { StandardJsonSchema } from '../schema/standard-schema.ts';
import type { ToolFields } from '../tool/tool.ts';

/**
 * The schema of the answer that one suspension waits for: the tool's own, or the one it makes of
 * what it asked. It is made anew wherever it is needed, so that it survives with the record.
 *
 * @param suspendPayload as the record has it: the same schema has to come of it after a restart
 * @throws whatever `resumeSchemaFor` throws; SchemaError where it gives no schema.
 */
export function answerSchemaOf(
  tool: ToolFields,
  suspendPayload: unknown,
): StandardJsonSchema | undefined {
  if (!tool.resumeSchemaFor) return tool.resumeSchema;
  const schema = tool.resumeSchemaFor(suspendPayload);
  checkSchema(schema, {
    parameter: `what resumeSchemaFor of tool "${tool.id}" returns`,
    needsJsonSchema: true,
  });
  return schema;
}
