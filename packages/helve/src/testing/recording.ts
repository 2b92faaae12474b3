import { fieldsOf } from '../model/decode/read-fields.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';

/** What a model answered. */
export type RecordedResponse =
  | {
      readonly kind: 'stream';
      readonly parts: readonly JsonValue[];
      /** `broken`: the stream failed with `error`; `left`: nobody read it to its end. */
      readonly end: 'complete' | 'broken' | 'left';
      readonly error?: JsonValue;
    }
  | { readonly kind: 'whole'; readonly result: JsonValue }
  | { readonly kind: 'refused'; readonly error: JsonValue };

/** A request to a model, and what it answered. */
export interface RecordedExchange {
  readonly method: 'doStream' | 'doGenerate';
  readonly request: JsonObject;
  readonly response: RecordedResponse;
}

/** Everything that a model was asked and answered, in order: plain JSON, to be kept in a file. */
export interface Recording {
  readonly format: 'helve-recording';
  readonly version: 1;
  readonly model: {
    readonly specificationVersion: 'v2' | 'v3' | 'v4';
    readonly provider: string;
    readonly modelId: string;
    readonly supportedUrls: JsonValue;
  };
  readonly exchanges: readonly RecordedExchange[];
}

/**
 * Takes a recording out of what was read from a file, or of a `model.recording`.
 *
 * @throws TypeError for anything else.
 */
export function readRecording(given: unknown): Recording {
  const { toJSON } = fieldsOf(given);
  const value: unknown = typeof toJSON === 'function' ? Reflect.apply(toJSON, given, []) : given;
  const { format, version, exchanges, model } = fieldsOf(value);
  const isKnown = format === 'helve-recording' && version === 1;
  if (isKnown && Array.isArray(exchanges) && typeof model === 'object') {
    // its format and version say what it is made of
    return value as Recording;
  }
  throw new TypeError(
    'This is no recording. Give what JSON.parse(JSON.stringify(model.recording)) gives, of a model made with recordModel().',
  );
}

/** What is kept of a request: what was asked, not how it was sent. (Headers are where keys are.) */
export function askedOf<Request extends object>(options: Request): object {
  return Object.fromEntries(
    Object.entries(options).filter(([key]) => key !== 'abortSignal' && key !== 'headers'),
  );
}
