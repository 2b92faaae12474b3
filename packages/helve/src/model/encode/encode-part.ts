import type { JsonObject, JsonValue } from '../../tool/json.ts';
import type {
  AssistantPart,
  FilePart,
  ToolApprovalResponsePart,
  ToolCallPart,
  ToolResultPart,
} from '../../tool/message.ts';
import type { EncodedPart } from './encoded-prompt.ts';
import { providerOptionsOf } from './provider-options-of.ts';
import { resolveFile } from './resolve-file.ts';
import { unavailableFile } from './unavailable-file.ts';
import type { EncodeContext, VersionEncoder } from './version-encoder.ts';

/** Any part that a message can have. */
export type MessagePart = AssistantPart | ToolApprovalResponsePart;

/** Writes one part of a message; `undefined` where there is nothing to tell the model. */
export function encodePart(
  part: MessagePart,
  version: VersionEncoder,
  context: EncodeContext,
): EncodedPart | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // providers refuse empty texts, except those that carry a signature they gave themselves
      if (part.text === '' && part.providerOptions === undefined) return undefined;
      return { type: part.type, text: part.text, ...providerOptionsOf(part) };
    case 'file':
      return encodeFilePart(part, version, context);
    case 'tool-call':
      return encodeToolCall(part);
    case 'tool-result':
      return encodeToolResult(part, version, context);
    default: {
      const encoded = version.encodeExtraPart(part, context);
      if (encoded === undefined) {
        context.warn(
          `A part of type "${part.type}" was left out of the request: this model's version of the ` +
            'interface has no such part.',
        );
      }
      return encoded;
    }
  }
}

function encodeFilePart(
  part: FilePart,
  version: VersionEncoder,
  context: EncodeContext,
): EncodedPart {
  const file = resolveFile(part.source, part.mediaType);
  const encoded = file && version.encodeFile(file, context);
  if (encoded === undefined) {
    return { ...unavailableFile(part.filename, context), ...providerOptionsOf(part) };
  }
  return {
    type: 'file',
    ...encoded,
    ...(part.filename !== undefined && { filename: part.filename }),
    ...providerOptionsOf(part),
  };
}

function encodeToolCall(part: ToolCallPart): EncodedPart {
  return {
    type: 'tool-call',
    toolCallId: part.providerToolCallId ?? part.toolCallId,
    toolName: part.toolName,
    input: toArguments(part.input),
    ...(part.providerExecuted !== undefined && { providerExecuted: part.providerExecuted }),
    ...providerOptionsOf(part),
  };
}

function encodeToolResult(
  part: ToolResultPart,
  version: VersionEncoder,
  context: EncodeContext,
): EncodedPart {
  return {
    type: 'tool-result',
    toolCallId: part.providerToolCallId ?? part.toolCallId,
    toolName: part.toolName,
    output: version.encodeToolResultOutput(part.output, context),
    ...providerOptionsOf(part),
  };
}

/**
 * The arguments as the object that providers insist on. Another root stands under `value`, which
 * is also what the model was told to write for it.
 */
function toArguments(input: JsonValue): JsonObject {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  // Array.isArray does not rule out readonly arrays for the compiler
  return isObject ? (input as JsonObject) : { value: input };
}
