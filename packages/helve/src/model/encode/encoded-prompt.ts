import type { JsonObject } from '../../tool/json.ts';
import type { ProviderOptions } from '../../tool/model-output.ts';

/**
 * One part of a message in a model's own form. Which fields it has depends on its type and on the
 * version; the version's own encoder writes what differs.
 */
export type EncodedPart = { readonly type: string } & Readonly<Record<string, unknown>>;

/** A message in a model's own form. */
export interface EncodedMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly EncodedPart[];
  readonly providerOptions?: ProviderOptions;
}

/** A tool in a model's own form. */
export type EncodedTool = { readonly type: string; readonly name: string } & Readonly<
  Record<string, unknown>
>;

/** Which tools the model may or must use, in the form all versions share. */
export type EncodedToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly toolName: string };

/** What `doStream` and `doGenerate` are given. */
export interface CallOptions {
  readonly prompt: readonly EncodedMessage[];
  readonly tools?: readonly EncodedTool[];
  readonly toolChoice?: EncodedToolChoice;
  readonly responseFormat?: {
    readonly type: 'json';
    readonly schema?: JsonObject;
    readonly name?: string;
    readonly description?: string;
  };
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  readonly reasoning?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: ProviderOptions;
  readonly abortSignal?: AbortSignal;
}
