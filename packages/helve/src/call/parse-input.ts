import { unwrapRoot } from '../schema/adapt-root.ts';
import type { ToolSource } from '../tool/tool.ts';
import { adaptInput } from './adapt-input.ts';
import type { RequestedCall } from './call.ts';
import type { CallFailure } from './call-failure.ts';
import { messageOf } from './call-failure.ts';

/** Stage 2's result: a value for stage 3, or why there is none. */
export type ParsedText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: CallFailure };

/** Stage 2: the value of the argument text, its root unwrapped where the tool's schema was wrapped. */
export function parseInput({ toolName, input }: RequestedCall, tool: ToolSource): ParsedText {
  if (!input.ok) {
    return malformed(
      toolName,
      `The arguments of tool "${toolName}" are not valid JSON (${messageOf(input.error)}). The tool did not run. Send the arguments again as one complete JSON object.`,
      input.error,
    );
  }
  const { value } = input;
  if (value === undefined) return { ok: true, value };
  if (tool.inputSchema) {
    return { ok: true, value: unwrapRoot(adaptInput(tool, toolName).kind, value) };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { ok: true, value };
  }
  return malformed(
    toolName,
    `The arguments of tool "${toolName}" must be a JSON object. The tool did not run. Send the arguments again as an object.`,
    undefined,
  );
}

function malformed(toolName: string, modelText: string, cause: unknown): ParsedText {
  return {
    ok: false,
    failure: {
      code: 'MALFORMED_INPUT',
      error: new SyntaxError(modelText, { cause }),
      modelText,
      displayText: `The model's arguments for "${toolName}" were not valid JSON; the tool did not run.`,
    },
  };
}
