import { EMPTY_OBJECT_SCHEMA } from '../schema/adapt-root.ts';
import { describeSchema } from '../schema/describe.ts';
import type { JsonSchemaDocument } from '../schema/standard-schema.ts';
import type { ToolSource } from '../tool/tool.ts';

const described = new WeakMap<ToolSource, JsonSchemaDocument>();

/**
 * The JSON Schema of a tool's input, as the schema library wrote it, in the dialect that models
 * take: what coercion reads. Made once per tool.
 *
 * @throws SchemaConversionError where the schema cannot be described.
 */
export function describeInput(tool: ToolSource, toolName: string): JsonSchemaDocument {
  if (!tool.inputSchema) return EMPTY_OBJECT_SCHEMA;
  let document = described.get(tool);
  if (!document) {
    const place = { toolName, parameter: 'inputSchema' };
    ({ document } = describeSchema(tool.inputSchema, 'input', 'draft-07', place));
    described.set(tool, document);
  }
  return document;
}
