import { normalize } from '../../call/normalize.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolResultOutput } from '../../tool/model-output.ts';

/** What the model was given, without the wrapping that providers need. */
export function shownToModel(output: ToolResultOutput): JsonValue {
  return output.type === 'json' || output.type === 'text' ? output.value : normalize(output);
}
