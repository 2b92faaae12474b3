import { andThen } from '../schema/and-then.ts';
import { loadOnce } from '../schema/load-once.ts';
import { decodeResult } from './decode/decode-result.ts';
import { decodeStream } from './decode/decode-stream.ts';
import { fieldsOf } from './decode/read-fields.ts';
import type { VersionDecoder } from './decode/version-decoder.ts';
import type { InlineFiles } from './download/inline-files.ts';
import { createFileInliner } from './download/inline-files.ts';
import type { EncodedRequest } from './encode/create-request-encoder.ts';
import { createRequestEncoder } from './encode/create-request-encoder.ts';
import type { CallOptions } from './encode/encoded-prompt.ts';
import { readSupportedUrls } from './encode/supports-url.ts';
import type { LanguageModel, ModelAdapter } from './language-model.ts';
import type { ModelPart } from './model-part.ts';
import type { ModelRequest } from './model-request.ts';
import { ModelResponseError } from './model-response-error.ts';
import type { SpecVersion } from './spec-version.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';
import { untilAborted } from './until-aborted.ts';
import { v4Decoder } from './v4/v4-decoder.ts';
import { v4Encoder } from './v4/v4-encoder.ts';

/** What writes requests for one model and reads its responses; it remembers what it has written. */
interface Codec {
  readonly encodeRequest: (request: ModelRequest) => EncodedRequest;
  readonly inlineFiles: InlineFiles;
  readonly decoder: VersionDecoder;
}

/** The older versions are loaded with the first request to a model that speaks one of them. */
const VERSIONS: ReadonlyMap<unknown, () => SpecVersion | Promise<SpecVersion>> = new Map([
  ['v2', loadOnce(async () => (await import('./v2/v2.ts')).v2)],
  ['v3', loadOnce(async () => (await import('./v3/v3.ts')).v3)],
  ['v4', () => ({ encoder: v4Encoder, decoder: v4Decoder })],
]);

/**
 * Makes the adapter through which an agent speaks to a model, whatever version of the interface
 * the model speaks. Make it once for a model and keep it: it remembers the messages it has encoded.
 *
 * @throws UnsupportedModelError for what is no language model of spec version v2, v3 or v4.
 *
 * @example
 * ```ts
 * const adapter = adaptModel(openai('gpt-5'));
 * const messages = [{ role: 'user', content: 'Hello' }] as const;
 * for await (const part of await adapter.stream({ messages })) console.log(part.type);
 * ```
 */
export function adaptModel(model: LanguageModel): ModelAdapter {
  const loadVersion = versionOf(model);
  const name = `${model.provider}/${model.modelId}`;
  // 'openai.responses' and 'google.vertex.chat' both begin with the key of their provider
  const providerKey = String(model.provider).split('.')[0] ?? '';
  let codec: Codec | Promise<Codec> | undefined;
  const makeCodec = async (): Promise<Codec> => {
    try {
      // some adapters have to ask which addresses they take
      const supportsUrl = await readSupportedUrls(model);
      const { encoder, decoder } = await loadVersion();
      const encodeRequest = createRequestEncoder(encoder, providerKey, supportsUrl);
      codec = { encodeRequest, inlineFiles: createFileInliner(supportsUrl), decoder };
      return codec;
    } catch (error) {
      // what could not be loaded now may be there for the next request
      codec = undefined;
      throw error;
    }
  };
  const encode = (request: ModelRequest): Encoded | Promise<Encoded> => {
    const { abortSignal } = request;
    abortSignal?.throwIfAborted();
    codec ??= makeCodec();
    const ready = codec instanceof Promise ? untilAborted(codec, abortSignal, () => {}) : codec;
    return andThen(ready, (made) => encodeWith(made, request));
  };

  return {
    provider: model.provider,
    modelId: model.modelId,

    async stream(request) {
      const encoding = encode(request);
      const { options, warnings, decoder } =
        encoding instanceof Promise ? await encoding : encoding;
      // what was aborted meanwhile is not paid for
      request.abortSignal?.throwIfAborted();
      const result = await untilAborted(
        model.doStream(asModelOptions(options)),
        request.abortSignal,
        discardStream,
      );
      const stream = fieldsOf(result)['stream'];
      if (!isReadableStream(stream)) {
        throw new ModelResponseError(name, 'gave no stream: doStream() must resolve to { stream }');
      }
      return decodeStream(stream, {
        version: decoder,
        model: name,
        before: warningParts(warnings),
        abortSignal: request.abortSignal,
      });
    },

    async generate(request) {
      const encoding = encode(request);
      const { options, warnings, decoder } =
        encoding instanceof Promise ? await encoding : encoding;
      request.abortSignal?.throwIfAborted();
      const result = await untilAborted(
        model.doGenerate(asModelOptions(options)),
        request.abortSignal,
        () => {},
      );
      if (!Array.isArray(fieldsOf(result)['content'])) {
        const expected = 'gave no content: doGenerate() must resolve to { content, finishReason }';
        throw new ModelResponseError(name, expected);
      }
      const parts = decodeResult(result, decoder);
      return warnings.length === 0 ? parts : [...warningParts(warnings), ...parts];
    },
  };
}

/** A request, and what reads the response to it. */
interface Encoded extends EncodedRequest, Pick<Codec, 'decoder'> {}

function encodeWith(
  { encodeRequest, inlineFiles, decoder }: Codec,
  request: ModelRequest,
): Encoded | Promise<Encoded> {
  const { loadFile, abortSignal } = request;
  if (!loadFile) return { ...encodeRequest(request), decoder };
  const inlining = inlineFiles(request.messages, loadFile, abortSignal);
  return andThen(inlining, ({ messages, warnings }) => {
    const encoded = encodeRequest(
      messages === request.messages ? request : { ...request, messages },
    );
    const all = warnings.length === 0 ? encoded.warnings : [...warnings, ...encoded.warnings];
    return { options: encoded.options, warnings: all, decoder };
  });
}

function versionOf(model: unknown): () => SpecVersion | Promise<SpecVersion> {
  const { specificationVersion, doStream, doGenerate } = fieldsOf(model);
  const version = VERSIONS.get(specificationVersion);
  if (version !== undefined && typeof doStream === 'function' && typeof doGenerate === 'function') {
    return version;
  }
  throw new UnsupportedModelError(`${reasonOf(model, version !== undefined)} ${SUPPORTED}`);
}

const SUPPORTED =
  "Give a language model of spec version v2, v3 or v4, such as openai('gpt-5') of @ai-sdk/openai, " +
  "or a name such as 'openai/gpt-5'.";

function reasonOf(model: unknown, isKnownVersion: boolean): string {
  if (typeof model === 'function') {
    return 'The model is a function: call the provider with the id of a model.';
  }
  const { specificationVersion } = fieldsOf(model);
  if (isKnownVersion) {
    return 'The model has no doStream() and doGenerate(): it is no language model (an embedding or image model?).';
  }
  return specificationVersion === undefined
    ? 'The model is no AI SDK language model.'
    : `The model is of spec version "${String(specificationVersion)}", which is not supported.`;
}

/** The encoder of the model's own version wrote the options, which the shared type cannot say. */
function asModelOptions(options: CallOptions): never {
  return options as never;
}

function isReadableStream(value: unknown): value is ReadableStream<unknown> {
  return typeof fieldsOf(value)['getReader'] === 'function';
}

function warningParts(warnings: readonly string[]): readonly ModelPart[] {
  return warnings.length === 0 ? [] : [{ type: 'warnings', warnings }];
}

/** A stream that came after the abort is closed, so that the connection is. */
function discardStream(result: unknown): void {
  const stream = fieldsOf(result)['stream'];
  if (isReadableStream(stream)) stream.cancel().catch(() => {});
}
