import type { V4FileData, V4InlineFileData, V4Output } from '../model/v4/v4-encoder.ts';
import type { JsonObject, JsonValue } from '../tool/json.ts';
import type { ProviderOptions } from '../tool/model-output.ts';

interface WithOptions {
  readonly providerOptions?: ProviderOptions;
}

/** A call's result, as a model of the AI SDK's spec v4 is given it. */
export type ScriptedOutput = V4Output;

/** A result in a tool message, or of a tool that the provider ran. */
export interface ScriptedResultPart extends WithOptions {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ScriptedOutput;
}

/** One part of a message of a prompt, in the form of the AI SDK's spec v4. */
export type ScriptedPromptPart = WithOptions &
  (
    | { readonly type: 'text' | 'reasoning'; readonly text: string }
    | {
        readonly type: 'file';
        readonly data: V4FileData;
        readonly mediaType: string;
        readonly filename?: string;
      }
    | {
        readonly type: 'reasoning-file';
        readonly data: V4InlineFileData;
        readonly mediaType: string;
      }
    | { readonly type: 'custom'; readonly kind: string }
    | {
        readonly type: 'tool-call';
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: JsonValue;
        readonly providerExecuted?: boolean;
      }
    | ScriptedResultPart
    | {
        readonly type: 'tool-approval-response';
        readonly approvalId: string;
        readonly approved: boolean;
        readonly reason?: string;
      }
  );

/** One message of a prompt. Only the system's is a text; all others have parts. */
export type ScriptedMessage = WithOptions &
  (
    | { readonly role: 'system'; readonly content: string }
    | {
        readonly role: 'user' | 'assistant' | 'tool';
        readonly content: readonly ScriptedPromptPart[];
      }
  );

/** A tool as a model is told of it: one of the application's, or (`provider`) the provider's own. */
export type ScriptedTool = {
  readonly type: 'function' | 'provider';
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly strict?: boolean;
  readonly inputExamples?: readonly { readonly input: JsonObject }[];
  /** `<provider>.<tool>`, of a provider's own tool. */
  readonly id?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly providerOptions?: ProviderOptions;
};

/**
 * What a scripted model is asked, as it is asked: the options of the AI SDK's spec v4. Those that
 * are not named here are there too: `request['temperature']`, `request['responseFormat']`.
 */
export interface ScriptedRequest {
  readonly [option: string]: unknown;
  readonly prompt: readonly ScriptedMessage[];
  readonly tools?: readonly ScriptedTool[];
  readonly toolChoice?:
    | { readonly type: 'auto' | 'none' | 'required' }
    | { readonly type: 'tool'; readonly toolName: string };
  readonly abortSignal?: AbortSignal;
}
