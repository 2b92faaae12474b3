import type { AdaptedRoot } from '../schema/adapt-root.ts';
import { adaptRoot, EMPTY_OBJECT_SCHEMA } from '../schema/adapt-root.ts';
import type { ToolSource } from '../tool/tool.ts';
import { describeInput } from './describe-tool.ts';

const adapted = new WeakMap<ToolSource, AdaptedRoot>();
const NO_SCHEMA: AdaptedRoot = { kind: 'object', document: EMPTY_OBJECT_SCHEMA };

/**
 * The JSON Schema of a tool's input with an object at its root, as models need it. Made once per
 * tool. Apart from `describeInput()`, since a direct call does without it.
 *
 * @throws SchemaConversionError where the schema cannot be described.
 */
export function adaptInput(tool: ToolSource, toolName: string): AdaptedRoot {
  if (!tool.inputSchema) return NO_SCHEMA;
  let result = adapted.get(tool);
  if (!result) {
    result = adaptRoot(describeInput(tool, toolName));
    adapted.set(tool, result);
  }
  return result;
}
