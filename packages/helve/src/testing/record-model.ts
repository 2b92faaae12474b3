import { fieldsOf } from '../model/decode/read-fields.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';
import { toRecorded } from './recorded-value.ts';
import type { RecordedExchange, RecordedResponse, Recording } from './recording.ts';
import { askedOf } from './recording.ts';
import type { Redact } from './redact-exchange.ts';
import { redactExchange } from './redact-exchange.ts';

/** What `recordModel()` takes beside the model. */
export interface RecordOptions {
  /**
   * Makes the form in which each text is kept, in requests and in responses. The run itself gets
   * everything as it is. Give `replayModel()` the same.
   */
  readonly redact?: Redact;
}

/** A model that keeps what it is asked and answers. */
export interface RecordingModel extends LanguageModel {
  /** Everything so far. `JSON.stringify()` writes it. */
  readonly recording: { toJSON(): Recording };
}

type Mutable = { -readonly [Key in keyof RecordedExchange]: RecordedExchange[Key] };

/**
 * Wraps a language model of spec version v2, v3 or v4 so that what it is asked and what it answers,
 * piece by piece, is kept. Give the agent what this returns, run it once against the real provider,
 * and keep the recording in a file beside the test; `replayModel()` plays it.
 *
 * Headers, abort signals and raw bytes are never kept, nor what an error says of the request it came
 * of. Everything else is, the conversation above all: `redact` takes out what must not be in a file.
 *
 * @example
 * const model = recordModel(openai('gpt-5'), { redact: (text) => text.replaceAll(email, '<email>') });
 * await new Agent({ id: 'desk', model, tools }).generate('Where is order 1042?');
 * await writeFile('order.recording.json', JSON.stringify(model.recording, null, 2));
 */
export function recordModel(model: LanguageModel, options: RecordOptions = {}): RecordingModel {
  const exchanges: Mutable[] = [];
  let supportedUrls: JsonValue = {};
  const begin = async (method: Mutable['method'], request: object): Promise<Mutable> => {
    // what cannot be asked for now counts as not said, as it does for the agent
    supportedUrls = toRecorded(await Promise.resolve(model.supportedUrls).catch(() => ({})));
    const response: RecordedResponse = { kind: 'stream', parts: [], end: 'left' };
    // an object is written as one
    const exchange = { method, request: toRecorded(askedOf(request)) as JsonObject, response };
    exchanges.push(exchange);
    return exchange;
  };
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    recording: {
      toJSON: () => ({
        format: 'helve-recording',
        version: 1,
        model: {
          specificationVersion: model.specificationVersion,
          provider: model.provider,
          modelId: model.modelId,
          supportedUrls,
        },
        exchanges: exchanges.map((exchange) => redactExchange(exchange, options.redact)),
      }),
    },
    async doGenerate(request: object) {
      const exchange = await begin('doGenerate', request);
      const result = await refusalKept(exchange, () => model.doGenerate(passed(request)));
      exchange.response = { kind: 'whole', result: toRecorded(answerOf(result)) };
      return result;
    },
    async doStream(request: object) {
      const exchange = await begin('doStream', request);
      const result = await refusalKept(exchange, () => model.doStream(passed(request)));
      const { stream, ...rest } = fieldsOf(result);
      return stream instanceof ReadableStream
        ? { ...rest, stream: keepParts(stream, exchange) }
        : result;
    },
  };
}

/** The request was written for this very model's version, which the shared type cannot say. */
function passed(request: object): never {
  return request as never;
}

async function refusalKept<Result>(
  exchange: Mutable,
  ask: () => PromiseLike<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    exchange.response = { kind: 'refused', error: toRecorded(error) };
    throw error;
  }
}

/** What was answered, without how it was sent. */
function answerOf(result: unknown): object {
  const { request: _, response, ...answer } = fieldsOf(result);
  const { id, modelId, timestamp } = fieldsOf(response);
  return { ...answer, response: { id, modelId, timestamp } };
}

function keepParts(stream: ReadableStream<unknown>, exchange: Mutable): ReadableStream<unknown> {
  const reader = stream.getReader();
  const parts: JsonValue[] = [];
  const keep = (end: 'complete' | 'broken' | 'left', failure: { error?: JsonValue } = {}): void => {
    exchange.response = { kind: 'stream', parts, end, ...failure };
  };
  keep('left');
  let isLeft = false;
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          // a stream that its reader has left says that it is done
          if (isLeft) return;
          if (done) {
            keep('complete');
            controller.close();
            return;
          }
          const { type } = fieldsOf(value);
          if (type !== 'raw') parts.push(toRecorded(value));
          // a reader that knows what it needs stops at the finish part
          if (type === 'finish') keep('complete');
          controller.enqueue(value);
        } catch (error) {
          if (!isLeft) keep('broken', { error: toRecorded(error) });
          throw error;
        }
      },
      cancel(reason) {
        isLeft = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
