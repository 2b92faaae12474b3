import type { JsonValue } from './json.ts';
import type { ProviderOptions, ToolResultOutput } from './model-output.ts';

/**
 * A file's content: base64 text, an address, a provider's own reference, or plain text. All of it
 * is JSON, so that a message can be stored as it is.
 */
export type FileSource =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'reference'; readonly reference: Readonly<Record<string, string>> }
  | { readonly type: 'text'; readonly text: string };

/** Text in a message. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** A file or an image in a message. */
export interface FilePart {
  readonly type: 'file';
  readonly source: FileSource;
  /** A full media type (`image/png`), or only its first half (`image`). */
  readonly mediaType: string;
  readonly filename?: string;
  readonly providerOptions?: ProviderOptions;
}

/** What a model thought; echoed to it with its metadata (signatures) unchanged. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly providerOptions?: ProviderOptions;
}

/** A file that a model made while it thought. */
export interface ReasoningFilePart {
  readonly type: 'reasoning-file';
  readonly source: FileSource;
  readonly mediaType: string;
  readonly providerOptions?: ProviderOptions;
}

/** A provider's own kind of part, echoed unchanged. */
export interface CustomPart {
  readonly type: 'custom';
  readonly kind: string;
  readonly providerOptions?: ProviderOptions;
}

/** A model's wish to use a tool. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  /** The id the provider gave, where it differs from `toolCallId`; the provider is shown this one. */
  readonly providerToolCallId?: string;
  readonly toolName: string;
  /** The arguments as JSON; malformed argument text stands here as `{ invalidInput: text }`. */
  readonly input: JsonValue;
  /** The provider runs the tool by itself. */
  readonly providerExecuted?: boolean;
  readonly providerOptions?: ProviderOptions;
}

/** A call's result. In an assistant message only for tools that the provider executed. */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly providerToolCallId?: string;
  readonly toolName: string;
  readonly output: ToolResultOutput;
  readonly providerOptions?: ProviderOptions;
}

/** The answer to a provider-side approval request. */
export interface ToolApprovalResponsePart {
  readonly type: 'tool-approval-response';
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly providerOptions?: ProviderOptions;
}

/** Standing orders to the model. */
export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
  readonly providerOptions?: ProviderOptions;
}

/** What the user said. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly (TextPart | FilePart)[];
  readonly providerOptions?: ProviderOptions;
}

/** One part of a model's response. */
export type AssistantPart =
  | TextPart
  | FilePart
  | ReasoningPart
  | ReasoningFilePart
  | CustomPart
  | ToolCallPart
  | ToolResultPart;

/** What the model said. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | readonly AssistantPart[];
  readonly providerOptions?: ProviderOptions;
}

/** The results of the calls of the assistant message before it, in call order. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly content: readonly (ToolResultPart | ToolApprovalResponsePart)[];
  readonly providerOptions?: ProviderOptions;
}

/**
 * One message of a conversation, in the form that Helve keeps: plain JSON, independent of any
 * provider and of the version of a model's interface.
 *
 * @example
 * const message: ModelMessage = { role: 'user', content: 'Where is order 1042?' };
 */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
