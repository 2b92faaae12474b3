import { canonicalJson } from '../call/digest.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { JsonObject } from '../tool/json.ts';
import { findDifference } from './find-difference.ts';
import { fromRecorded, toRecorded } from './recorded-value.ts';
import type { RecordedExchange, RecordedResponse } from './recording.ts';
import { askedOf, readRecording } from './recording.ts';
import type { Redact } from './redact-exchange.ts';
import { redactRequest } from './redact-exchange.ts';
import { ReplayMismatchError } from './replay-mismatch-error.ts';
import { streamParts } from './stream-parts.ts';

/** What `replayModel()` takes beside the recording. */
export interface ReplayOptions {
  /**
   * `exact` (default): a request must have been recorded; which of several that run at once comes
   * first does not matter. `order`: the first request gets the first response, whatever it asks.
   */
  readonly match?: 'exact' | 'order';
  /** The same that the model was recorded with: requests are compared in the form that was kept. */
  readonly redact?: Redact;
}

/** A model that answers as it was recorded. */
export interface ReplayModel extends LanguageModel {
  /** How many recorded requests have not been made yet. */
  readonly remaining: number;
}

/**
 * A model that answers from a recording, without a network, in the same pieces. It fails where it is
 * asked what was not recorded, and says what is different; and so does the run.
 *
 * A provider's failures are played as well. A refusal that an agent tries again is tried again at
 * once.
 *
 * @throws TypeError for what is no recording.
 *
 * @example
 * const model = replayModel(JSON.parse(await readFile('order.recording.json', 'utf8')));
 * const { text } = await new Agent({ id: 'desk', model, tools }).generate('Where is order 1042?');
 * expect(text).toContain('on its way');
 * expect(model.remaining).toBe(0);
 */
export function replayModel(recording: unknown, options: ReplayOptions = {}): ReplayModel {
  const { model, exchanges } = readRecording(recording);
  const left = [...exchanges];
  const next = (method: RecordedExchange['method'], request: object): RecordedResponse => {
    // an object is written as one
    const asked = toRecorded(askedOf(request)) as JsonObject;
    const number = exchanges.length - left.length + 1;
    const place = choose(left, method, redactRequest(asked, options.redact), options, number);
    for (const { response } of left.splice(place, 1)) return response;
    throw new ReplayMismatchError(
      `The recording has ${exchanges.length} requests, and one more was made. Record it again, or see why the run did not end before.`,
    );
  };
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    // what a model says of itself comes back as it was
    supportedUrls: fromRecorded(model.supportedUrls) as LanguageModel['supportedUrls'] & object,
    get remaining() {
      return left.length;
    },
    async doGenerate(request: { readonly abortSignal?: AbortSignal }) {
      const response = next('doGenerate', request);
      request.abortSignal?.throwIfAborted();
      if (response.kind === 'whole') return fromRecorded(response.result);
      throw failureOf(response);
    },
    async doStream(request: { readonly abortSignal?: AbortSignal }) {
      const response = next('doStream', request);
      request.abortSignal?.throwIfAborted();
      if (response.kind !== 'stream') throw failureOf(response);
      return { stream: streamParts(play(response), request.abortSignal) };
    },
  };
}

/** Which of the exchanges that are left answers a request; past their end where there is none. */
function choose(
  left: readonly RecordedExchange[],
  method: RecordedExchange['method'],
  request: JsonObject,
  { match = 'exact' }: ReplayOptions,
  number: number,
): number {
  const [first] = left;
  if (!first) return 0;
  if (match === 'exact') {
    const text = canonicalJson(request);
    const place = left.findIndex(
      (exchange) => exchange.method === method && canonicalJson(exchange.request) === text,
    );
    if (place >= 0) return place;
    const difference = findDifference(first.request, request);
    if (difference) throw ReplayMismatchError.of(number, difference);
  }
  if (first.method === method) return 0;
  throw new ReplayMismatchError(
    `Request ${number} was recorded with ${first.method}() and is now made with ${method}(): use agent.${first.method === 'doStream' ? 'stream' : 'generate'}(), or record it again.`,
  );
}

function* play(response: RecordedResponse & { readonly kind: 'stream' }): Generator<unknown> {
  for (const part of response.parts) yield fromRecorded(part);
  if (response.end !== 'complete') throw failureOf(response);
}

/** What a recorded request failed with. */
function failureOf(response: RecordedResponse): unknown {
  if (!('error' in response) || response.error === undefined) {
    return new Error('The recording ends here: the response was not read to its end.');
  }
  const error = fromRecorded(response.error);
  // how long the provider asked to wait is of no use to a test
  return error instanceof Error
    ? Object.assign(error, { responseHeaders: { 'retry-after-ms': '0' } })
    : error;
}
