import { coerceAndValidate } from '../schema/coerce.ts';
import type { Issue } from '../schema/standard-schema.ts';
import type { JsonValue } from '../tool/json.ts';
import type { ToolSource } from '../tool/tool.ts';
import { describeInput } from './describe-tool.ts';

/** Stage 3's result. */
export type CheckedInput =
  | {
      readonly ok: true;
      /** The input as JSON, before the schema's transforms. */
      readonly accepted: unknown;
      /** The input as the tool gets it. */
      readonly parsed: unknown;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Stage 3: coerces and validates the input. A tool without a schema takes what it is given; no
 * input at all is `{}` to it.
 */
export function validateInput(
  tool: ToolSource,
  toolName: string,
  value: unknown,
): CheckedInput | Promise<CheckedInput> {
  if (!tool.inputSchema) {
    const given = value === undefined ? {} : value;
    return { ok: true, accepted: given, parsed: given };
  }
  return coerceAndValidate(tool.inputSchema, () => describeInput(tool, toolName), value);
}

/** An accepted input that came out of JSON is JSON: parsing and repairs keep it so. */
export function acceptedJson(accepted: unknown): JsonValue {
  return accepted as JsonValue;
}
