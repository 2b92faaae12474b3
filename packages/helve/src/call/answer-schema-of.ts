import { checkSchema } from '../schema/check-schema.ts';
import type { StandardJsonSchema } from '../schema/standard-schema.ts';
import type { ToolFields } from '../tool/tool.ts';
import { normalize } from './normalize.ts';

/**
 * The schema of the answer that one suspension waits for: the tool's own, or the one it makes of
 * what it asked. It is made anew wherever it is needed, so that it survives with the record.
 *
 * @throws whatever `resumeSchemaFor` throws; SchemaError where it gives no schema.
 */
export function answerSchemaOf(
  tool: ToolFields,
  suspendPayload: unknown,
): StandardJsonSchema | undefined {
  if (!tool.resumeSchemaFor) return tool.resumeSchema;
  // As the record has it: after a restart the same schema has to come of it.
  const asked = suspendPayload === undefined ? undefined : normalize(suspendPayload);
  const schema = tool.resumeSchemaFor(asked);
  checkSchema(schema, {
    parameter: `what resumeSchemaFor of tool "${tool.id}" returns`,
    needsJsonSchema: true,
  });
  return schema;
}
