import type { JsonValue } from './json.ts';

/**
 * Provider-specific options or metadata: provider name ⇒ its own JSON object.
 *
 * @example
 * const options: ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };
 */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * One part of a multimodal tool result, as the tool's `toModelOutput` writes it.
 *
 * @example
 * const part: ModelOutputPart = { type: 'image-url', url: 'https://example.com/radar.png' };
 */
export type ModelOutputPart =
  | { readonly type: 'text'; readonly text: string; readonly providerOptions?: ProviderOptions }
  | {
      readonly type: 'image-url';
      /** An `https:` address, or a `data:` URI. */
      readonly url: string;
      readonly mediaType?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'image-data';
      /** Base64. */
      readonly data: string;
      readonly mediaType?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'file-url';
      readonly url: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'file-data';
      /** Base64. */
      readonly data: string;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'file-id';
      /** The provider's id of an uploaded file, or a record of provider ⇒ id. */
      readonly fileId: string | Readonly<Record<string, string>>;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: 'image-file-id';
      readonly fileId: string | Readonly<Record<string, string>>;
      readonly providerOptions?: ProviderOptions;
    }
  | { readonly type: 'custom'; readonly providerOptions?: ProviderOptions };

/**
 * What a tool's `toModelOutput` may return beside a plain string (text) or any other JSON value
 * (json).
 *
 * @example
 * const shown: ModelOutput = { type: 'content', value: [{ type: 'text', text: 'It rains.' }] };
 */
export type ModelOutput =
  | { readonly type: 'text'; readonly value: string; readonly providerOptions?: ProviderOptions }
  | { readonly type: 'json'; readonly value: JsonValue; readonly providerOptions?: ProviderOptions }
  | {
      readonly type: 'content';
      readonly value: readonly ModelOutputPart[];
      readonly providerOptions?: ProviderOptions;
    };

/** What stands in the history as one call's result: a tool's output, an error or a refusal. */
export type ToolResultOutput =
  | ModelOutput
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'denied'; readonly reason: string };
