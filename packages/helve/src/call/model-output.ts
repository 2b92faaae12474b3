import type { JsonValue } from '../tool/json.ts';
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

/**
 * Stage 13 for the model: a string is text, a value of the listed types goes as it is, another JSON
 * value is json. Where `toModelOutput` throws, hangs or gives anything else, the model is told that
 * the tool ran, and never the raw output.
 */
export async function encodeForModel(
  call: LoggedCall & { readonly tool: NonNullable<LoggedCall['tool']> },
  output: unknown,
  runtime: Pick<CallRuntime, 'logger' | 'decisionTimeoutMs'>,
): Promise<ToolResultOutput> {
  const { toModelOutput } = call.tool;
  if (!toModelOutput) {
    if (output === undefined) return NO_OUTPUT;
    return typeof output === 'string'
      ? { type: 'text', value: output }
      : { type: 'json', value: normalize(output) };
  }
  const answer = await ask(() => toModelOutput(output), runtime.decisionTimeoutMs);
  const shown = answer.ok ? asModelOutput(answer.value) : undefined;
  if (shown) return shown;
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
  const inner = field(json, 'value');
  // An object of one of the listed types is meant as one: a broken one is not sent as plain json.
  if (type === 'text') return typeof inner === 'string' ? asIs(json) : undefined;
  if (type === 'json' && inner !== undefined) return asIs(json);
  if (type === 'content') {
    return Array.isArray(inner) && inner.every(isKnownPart) ? asIs(json) : undefined;
  }
  return { type: 'json', value: json };
}

/** The shape was checked field by field above. */
function asIs(json: JsonValue): ToolResultOutput {
  return json as ToolResultOutput;
}

/** The part types of the reference, each with the fields it cannot do without. */
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
  if (needed === undefined) return true;
  const value = field(part, needed);
  return typeof value === 'string' || (needed === 'fileId' && typeof value === 'object');
}

function field(json: JsonValue, key: string): JsonValue | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  // `Array.isArray` does not narrow readonly arrays.
  const object = json as { readonly [key: string]: JsonValue };
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
