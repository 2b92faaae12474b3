import type { JsonValue } from '../tool/json.ts';
import type { FileSource } from '../tool/message.ts';
import type { ProviderOptions } from '../tool/model-output.ts';

/** Why a model's response ended. */
export type ModelFinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'other';

/** Tokens used; a figure the provider did not give is absent. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

interface WithMetadata {
  readonly providerMetadata?: ProviderOptions;
}

/**
 * One event of a model's response, the same whichever version of the interface the model speaks.
 * A response that was not streamed arrives as the same events.
 */
export type ModelPart =
  | { readonly type: 'warnings'; readonly warnings: readonly string[] }
  | {
      readonly type: 'response-metadata';
      readonly id?: string;
      readonly modelId?: string;
      /** ISO 8601. */
      readonly timestamp?: string;
    }
  | ({ readonly type: 'text-start'; readonly id: string } & WithMetadata)
  | ({ readonly type: 'text-delta'; readonly id: string; readonly delta: string } & WithMetadata)
  | ({ readonly type: 'text-end'; readonly id: string } & WithMetadata)
  | ({ readonly type: 'reasoning-start'; readonly id: string } & WithMetadata)
  | ({
      readonly type: 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
    } & WithMetadata)
  | ({ readonly type: 'reasoning-end'; readonly id: string } & WithMetadata)
  | ({
      readonly type: 'tool-input-start';
      /** The provider's id of the call. */
      readonly id: string;
      readonly toolName: string;
      readonly providerExecuted?: boolean;
      readonly title?: string;
    } & WithMetadata)
  | ({
      readonly type: 'tool-input-delta';
      readonly id: string;
      readonly delta: string;
    } & WithMetadata)
  | ({ readonly type: 'tool-input-end'; readonly id: string } & WithMetadata)
  | ({
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      /** Argument text as the model wrote it: JSON, or broken. */
      readonly input: string;
      readonly providerExecuted?: boolean;
    } & WithMetadata)
  | ({
      /** Only for tools that the provider executed. */
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly result: JsonValue;
      readonly isError?: boolean;
      /** A later result takes this one's place. */
      readonly preliminary?: boolean;
    } & WithMetadata)
  | ({
      readonly type: 'tool-approval-request';
      readonly approvalId: string;
      readonly toolCallId: string;
    } & WithMetadata)
  | ({
      readonly type: 'file';
      readonly mediaType: string;
      readonly source: FileSource;
    } & WithMetadata)
  | ({
      readonly type: 'reasoning-file';
      readonly mediaType: string;
      readonly source: FileSource;
    } & WithMetadata)
  | ({
      readonly type: 'source';
      readonly id: string;
      readonly sourceType: 'url' | 'document';
      readonly url?: string;
      readonly title?: string;
      readonly mediaType?: string;
      readonly filename?: string;
    } & WithMetadata)
  | ({ readonly type: 'custom'; readonly kind: string } & WithMetadata)
  | ({
      readonly type: 'finish';
      readonly finishReason: ModelFinishReason;
      /** The provider's own word. */
      readonly rawFinishReason?: string;
      readonly usage: Usage;
    } & WithMetadata)
  | { readonly type: 'error'; readonly error: unknown };
