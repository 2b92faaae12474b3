import type { JsonObject } from '../tool/json.ts';
import type { ModelMessage } from '../tool/message.ts';
import type { ProviderOptions } from '../tool/model-output.ts';
import type { LoadFile } from './download/download-file.ts';

/** A tool as a model is told of it. */
export interface ModelTool {
  /** The name the model uses: the key the tool is registered under. */
  readonly name: string;
  readonly description?: string;
  /** JSON Schema, draft-07, with an object at its root. */
  readonly inputSchema: JsonObject;
  readonly strict?: boolean;
  readonly inputExamples?: readonly { readonly input: JsonObject }[];
  readonly providerOptions?: ProviderOptions;
}

/** A tool that the provider itself runs, such as its web search. */
export interface ProviderTool {
  readonly type: 'provider';
  /** `<provider>.<tool>` */
  readonly id: `${string}.${string}`;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Which tools a model may or must use. */
export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'tool'; readonly toolName: string };

/** Settings of one request to a model. */
export interface ModelSettings {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  readonly reasoning?:
    | 'provider-default'
    | 'none'
    | 'minimal'
    | 'low'
    | 'medium'
    | 'high'
    | 'xhigh';
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: ProviderOptions;
}

/** One request to a model, independent of the version of its interface. */
export interface ModelRequest {
  /**
   * The conversation. The next request may give the same array, with more messages at its end;
   * messages themselves never change.
   */
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly (ModelTool | ProviderTool)[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly settings?: ModelSettings | undefined;
  readonly responseFormat?:
    | {
        readonly type: 'json';
        readonly schema?: JsonObject;
        readonly name?: string;
        readonly description?: string;
      }
    | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  /**
   * Gets the content of files in user messages whose address the model does not fetch from; the same
   * function for all requests of a run. Absent: addresses go as they are.
   */
  readonly loadFile?: LoadFile | undefined;
}
