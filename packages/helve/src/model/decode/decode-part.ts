import type { JsonValue } from '../../tool/json.ts';
import type { ModelPart } from '../model-part.ts';
import type { Fields } from './read-fields.ts';
import { fieldsOf, idOf, metadataOf, textOf } from './read-fields.ts';
import type { VersionDecoder } from './version-decoder.ts';

/** Stands for the name of a call that has none, so that the history stays one providers accept. */
const UNNAMED_TOOL = 'unnamed_tool';

/** Stands for arguments that cannot be written as text. It is no JSON, so no tool runs on it. */
const UNREADABLE_INPUT = '[arguments that are not JSON]';

/**
 * Reads one part of a model's stream, or of its whole response. `undefined` for a part that says
 * nothing here: of a type this library does not know, or without what makes it that type.
 */
export function decodePart(part: unknown, version: VersionDecoder): ModelPart | undefined {
  const fields = fieldsOf(part);
  switch (fields['type']) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return decodeDelta(fields['type'], fields);
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
    case 'tool-input-end':
      return { type: fields['type'], id: idOf(fields['id']), ...metadataOf(fields) };
    case 'tool-input-start':
      return decodeToolInputStart(fields);
    case 'tool-call':
      return decodeToolCall(fields);
    case 'tool-result':
      return decodeToolResult(fields);
    case 'tool-approval-request':
      return {
        type: 'tool-approval-request',
        approvalId: idOf(fields['approvalId']),
        toolCallId: idOf(fields['toolCallId']),
        ...metadataOf(fields),
      };
    case 'file':
    case 'reasoning-file':
      return decodeFilePart(fields['type'], fields, version);
    case 'source':
      return decodeSource(fields);
    case 'custom':
      return { type: 'custom', kind: textOf(fields['kind']) ?? '', ...metadataOf(fields) };
    case 'stream-start':
      return decodeWarnings(fields['warnings'], version);
    case 'response-metadata':
      return decodeResponseMetadata(fields);
    case 'finish':
      return decodeFinish(fields, version);
    case 'error':
      return { type: 'error', error: fields['error'] };
    default:
      return undefined;
  }
}

/** How a response ended, and what it used. */
export function decodeFinish(fields: Fields, version: VersionDecoder): ModelPart {
  return {
    type: 'finish',
    ...version.decodeFinishReason(fields['finishReason']),
    usage: version.decodeUsage(fields['usage']),
    ...metadataOf(fields),
  };
}

/** Warnings as sentences; `undefined` where there are none. */
export function decodeWarnings(warnings: unknown, version: VersionDecoder): ModelPart | undefined {
  if (!Array.isArray(warnings) || warnings.length === 0) return undefined;
  const sentences = warnings
    .map((warning: unknown) => version.decodeWarning(warning))
    .filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? undefined : { type: 'warnings', warnings: sentences };
}

/** Which response it is; `undefined` where the provider told nothing. */
export function decodeResponseMetadata(fields: Fields): ModelPart | undefined {
  const id = textOf(fields['id']);
  const modelId = textOf(fields['modelId']);
  const timestamp = timestampOf(fields['timestamp']);
  if (id === undefined && modelId === undefined && timestamp === undefined) return undefined;
  return {
    type: 'response-metadata',
    ...(id !== undefined && { id }),
    ...(modelId !== undefined && { modelId }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function decodeDelta(
  type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta',
  fields: Fields,
): ModelPart | undefined {
  const delta = textOf(fields['delta']) ?? '';
  const id = idOf(fields['id']);
  const { providerMetadata } = metadataOf(fields);
  // spreading what is nearly never there would cost more than all the rest
  if (providerMetadata !== undefined) return { type, id, delta, providerMetadata };
  // an empty piece can still bring a signature
  return delta === '' ? undefined : { type, id, delta };
}

function decodeToolInputStart(fields: Fields): ModelPart {
  const title = textOf(fields['title']);
  return {
    type: 'tool-input-start',
    id: idOf(fields['id']),
    toolName: toolNameOf(fields),
    ...providerExecutedOf(fields),
    ...(title !== undefined && { title }),
    ...metadataOf(fields),
  };
}

function decodeToolCall(fields: Fields): ModelPart {
  return {
    type: 'tool-call',
    toolCallId: idOf(fields['toolCallId']),
    toolName: toolNameOf(fields),
    input: inputTextOf(fields['input']),
    ...providerExecutedOf(fields),
    ...metadataOf(fields),
  };
}

function decodeToolResult(fields: Fields): ModelPart {
  return {
    type: 'tool-result',
    toolCallId: idOf(fields['toolCallId']),
    toolName: toolNameOf(fields),
    result: jsonOf(fields['result']),
    ...(fields['isError'] === true && { isError: true }),
    ...(fields['preliminary'] === true && { preliminary: true }),
    ...metadataOf(fields),
  };
}

function decodeFilePart(
  type: 'file' | 'reasoning-file',
  fields: Fields,
  version: VersionDecoder,
): ModelPart | undefined {
  const source = version.decodeFile(fields['data']);
  if (source === undefined) return undefined;
  const mediaType = textOf(fields['mediaType']) ?? 'application/octet-stream';
  return { type, mediaType, source, ...metadataOf(fields) };
}

function decodeSource(fields: Fields): ModelPart {
  const url = textOf(fields['url']);
  const title = textOf(fields['title']);
  const mediaType = textOf(fields['mediaType']);
  const filename = textOf(fields['filename']);
  return {
    type: 'source',
    id: idOf(fields['id']),
    sourceType: fields['sourceType'] === 'document' ? 'document' : 'url',
    ...(url !== undefined && { url }),
    ...(title !== undefined && { title }),
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
    ...metadataOf(fields),
  };
}

function toolNameOf(fields: Fields): string {
  return textOf(fields['toolName']) || UNNAMED_TOOL;
}

function providerExecutedOf(fields: Fields): { readonly providerExecuted?: true } {
  return fields['providerExecuted'] === true ? { providerExecuted: true } : {};
}

/** Argument text; adapters that wrongly send the object itself get it written out. */
function inputTextOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (input === undefined || input === null) return '';
  return stringify(input) ?? UNREADABLE_INPUT;
}

/** A provider's result as JSON: most came off the wire as such, but v2 promises nothing. */
function jsonOf(value: unknown): JsonValue {
  const text = stringify(value);
  // what JSON.parse returns is a JsonValue by definition
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}

function timestampOf(value: unknown): string | undefined {
  const isTime = value instanceof Date || typeof value === 'string' || typeof value === 'number';
  const date = isTime ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** JSON text; `undefined` for what has none: cycles, big integers, functions. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
