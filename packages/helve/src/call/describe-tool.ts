import type { AdaptedRoot } from '../schema/adapt-root.ts';
import { adaptRoot, EMPTY_OBJECT_SCHEMA } from '../schema/adapt-root.ts';
import { describeSchema } from '../schema/describe.ts';
import type { JsonSchemaDocument } from '../schema/standard-schema.ts';
import type { ToolSource } from '../tool/tool.ts';

/** A tool's input schema as JSON Schema, made once per tool. */
export interface DescribedInput {
  /** As the schema library wrote it; what coercion reads. */
  readonly document: JsonSchemaDocument;
  /** With an object at its root, as models need it. */
  readonly adapted: AdaptedRoot;
}

const described = new WeakMap<ToolSource, DescribedInput>();
const NO_SCHEMA: DescribedInput = {
  document: EMPTY_OBJECT_SCHEMA,
  adapted: { kind: 'object', document: EMPTY_OBJECT_SCHEMA },
};

/**
 * The JSON Schema of a tool's input, in the dialect that models take.
 *
 * @throws SchemaConversionError where the schema cannot be described.
 */
export function describeInput(tool: ToolSource, toolName: string): DescribedInput {
  if (!tool.inputSchema) return NO_SCHEMA;
  let result = described.get(tool);
  if (!result) {
    const { document } = describeSchema(tool.inputSchema, 'input', 'draft-07', {
      toolName,
      parameter: 'inputSchema',
    });
    result = { document, adapted: adaptRoot(document) };
    described.set(tool, result);
  }
  return result;
}
