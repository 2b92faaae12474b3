import type { RequestedCall } from '../../call/call.ts';
import type { InputCheck } from '../../call/pipeline.ts';
import type { JsonText } from '../../call/read-json.ts';
import type { ModelPart } from '../../model/model-part.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolCallPart } from '../../tool/message.ts';

/** The call as history keeps it: as the model wrote it, made JSON where it is not. */
export function historyCall(
  part: Extract<ModelPart, { type: 'tool-call' }>,
  { toolCallId, providerToolCallId = '' }: Pick<RequestedCall, 'toolCallId' | 'providerToolCallId'>,
  written: JsonValue,
): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId,
    toolName: part.toolName,
    input: written,
    ...(providerToolCallId === '' ? {} : { providerToolCallId }),
    ...(part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }),
  };
}

/**
 * The arguments as history keeps them: a value of its own, since a tool may change what it is given.
 * Providers take no text that is not JSON.
 */
export function historyInput(text: string, json: JsonText): JsonValue {
  if (!json.ok) return { invalidInput: text };
  // What is parsed from JSON text is JSON.
  return json.value === undefined ? {} : (JSON.parse(text) as JsonValue);
}

/** The accepted input, apart from the parsed one that the tool gets. */
export function ownAccepted(input: InputCheck, json: JsonText, kept: JsonValue): InputCheck {
  if (!input.ok) return input;
  const isAsWritten = json.ok && input.accepted === json.value;
  return { ...input, accepted: isAsWritten ? kept : structuredClone(input.accepted) };
}

/** What the model wrote: the value, `{}` for no text, the text itself where it is broken. */
export function writtenBy(json: JsonText): unknown {
  if (!json.ok) return json.text;
  return json.value === undefined ? {} : json.value;
}
