import type { JsonObject, JsonValue } from '../tool/json.ts';
import type { ToolResultOutput } from '../tool/model-output.ts';
import { ask } from './ask.ts';
import type { CallRuntime } from './call-runtime.ts';
import type { LoggedCall } from './log-fields.ts';
import { logFields } from './log-fields.ts';
import { normalize } from './normalize.ts';

/** Stands in for an output that cannot be shown to the model, so that nothing raw is. */
const NOT_SHOWN: ToolResultOutput = {
  type: 'text',
  value: 'The tool ran; its result cannot be shown.',
};

const NO_OUTPUT: ToolResultOutput = {
  type: 'text',
  value: 'The tool succeeded with no output.',
};

/** A call, and the tool that was called. */
type ToolCall = LoggedCall & { readonly tool: NonNullable<LoggedCall['tool']> };

type EncodingRuntime = Pick<CallRuntime, 'logger' | 'decisionTimeoutMs' | 'abortSignal'>;

/**
 * Stage 13 for the model: a string is text, a value of the listed types goes as it is, another JSON
 * value is json. Where `toModelOutput` throws, hangs or gives anything else, the model is told that
 * the tool ran, and never the raw output.
 */
export function encodeForModel(
  call: ToolCall,
  output: unknown,
  runtime: EncodingRuntime,
): ToolResultOutput | Promise<ToolResultOutput> {
  const { toModelOutput } = call.tool;
  if (toModelOutput) return encodeBy(toModelOutput, call, output, runtime);
  if (output === undefined) return NO_OUTPUT;
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: normalize(output) };
}

async function encodeBy(
  toModelOutput: NonNullable<ToolCall['tool']['toModelOutput']>,
  call: ToolCall,
  output: unknown,
  runtime: EncodingRuntime,
): Promise<ToolResultOutput> {
  const answer = await ask(
    () => toModelOutput(output),
    runtime.decisionTimeoutMs,
    runtime.abortSignal,
  );
  const shown = answer.ok ? asModelOutput(answer.value) : undefined;
  if (shown) return shown;
  if (!answer.ok && answer.aborted) return NOT_SHOWN;
  runtime.logger.error(
    `toModelOutput of "${call.toolName}" ${answer.ok ? 'returned nothing a model can be shown' : 'failed'}; the model is told that the tool ran.`,
    logFields(call, answer.ok ? undefined : answer.error),
  );
  return NOT_SHOWN;
}

function asModelOutput(value: unknown): ToolResultOutput | undefined {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') {
    return undefined;
  }
  if (typeof value === 'string') return { type: 'text', value };
  const json = normalize(value);
  const type = field(json, 'type');
  if (type !== 'text' && type !== 'json' && type !== 'content') {
    return { type: 'json', value: json };
  }
  // An object of one of the listed types is meant as one: a broken one is not sent as plain json.
  const known = isKnownValue(type, field(json, 'value')) && hasProviderOptions(json);
  // The shape was just checked, field by field.
  return known ? (json as ToolResultOutput) : undefined;
}

function isKnownValue(type: 'text' | 'json' | 'content', value: JsonValue | undefined): boolean {
  if (type === 'text') return typeof value === 'string';
  if (type === 'json') return value !== undefined;
  return Array.isArray(value) && value.every(isKnownPart);
}

/** The part types of `toModelOutput`, each with the fields it cannot do without. */
const PART_FIELDS: Readonly<Record<string, string | undefined>> = {
  text: 'text',
  'image-url': 'url',
  'image-data': 'data',
  'file-url': 'url',
  'file-data': 'data',
  'file-id': 'fileId',
  'image-file-id': 'fileId',
  custom: undefined,
};

function isKnownPart(part: JsonValue): boolean {
  const type = field(part, 'type');
  if (typeof type !== 'string' || !Object.hasOwn(PART_FIELDS, type)) return false;
  const needed = PART_FIELDS[type];
  return (
    (needed === undefined || isText(part, needed) || (needed === 'fileId' && isIdRecord(part))) &&
    isTextIfGiven(part, 'mediaType') &&
    isTextIfGiven(part, 'filename') &&
    hasProviderOptions(part)
  );
}

function isText(part: JsonValue, key: string): boolean {
  return typeof field(part, key) === 'string';
}

function isTextIfGiven(part: JsonValue, key: string): boolean {
  return field(part, key) === undefined || isText(part, key);
}

/** A file may have another id with each provider. */
function isIdRecord(part: JsonValue): boolean {
  const ids = asObject(field(part, 'fileId'));
  return ids !== undefined && Object.values(ids).every((id) => typeof id === 'string');
}

function hasProviderOptions(value: JsonValue): boolean {
  const given = field(value, 'providerOptions');
  if (given === undefined) return true;
  const options = asObject(given);
  return options !== undefined && Object.values(options).every((each) => asObject(each));
}

function field(json: JsonValue, key: string): JsonValue | undefined {
  const object = asObject(json);
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

function asObject(json: JsonValue | undefined): JsonObject | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  // `Array.isArray` does not narrow readonly arrays.
  return json as JsonObject;
}
