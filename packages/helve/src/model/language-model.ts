import type { ModelPart } from './model-part.ts';
import type { ModelRequest } from './model-request.ts';

/**
 * A language model of the AI SDK's provider interface, spec version v2, v3 or v4: what
 * `openai('gpt-5')`, `anthropic('…')` and their like return.
 *
 * Only what all versions share is written down here, so that a model made with any version of
 * `@ai-sdk/provider` fits; each version's encoder and decoder knows the rest.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls:
    | PromiseLike<Readonly<Record<string, readonly RegExp[]>>>
    | Readonly<Record<string, readonly RegExp[]>>;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/** How the agent speaks to a model, whatever its version. */
export interface ModelAdapter {
  readonly provider: string;
  readonly modelId: string;
  /** Asks for a response in pieces, as they come. Rejects where the provider refuses the request. */
  stream(request: ModelRequest): Promise<AsyncIterable<ModelPart>>;
  /** Asks for a whole response, and gives it as the same parts. */
  generate(request: ModelRequest): Promise<readonly ModelPart[]>;
}
