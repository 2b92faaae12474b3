import type {
  CustomPart,
  ReasoningFilePart,
  ToolApprovalResponsePart,
} from '../../tool/message.ts';
import type { ToolResultOutput } from '../../tool/model-output.ts';
import type { ModelSettings, ModelTool, ProviderTool } from '../model-request.ts';
import type { EncodedPart, EncodedTool } from './encoded-prompt.ts';
import type { ResolvedFile } from './resolve-file.ts';
import type { SupportsUrl } from './supports-url.ts';

/** What an encoder knows beside the value it encodes. */
export interface EncodeContext {
  /** The provider's key in file references and provider options, such as `openai`. */
  readonly providerKey: string;
  /** Whether the model fetches a file from this address. Absent: it is trusted to. */
  readonly supportsUrl?: SupportsUrl | undefined;
  /** Tells the application what the model could not be given. */
  readonly warn: (message: string) => void;
}

/** A file as it stands in a message: its content in the version's own form, and its type. */
export interface EncodedFile {
  readonly data: unknown;
  readonly mediaType: string;
}

/** All that differs between the versions when a request is written in a version's own form. */
export interface VersionEncoder {
  /** `undefined` where the model cannot be given the file. */
  readonly encodeFile: (file: ResolvedFile, context: EncodeContext) => EncodedFile | undefined;
  readonly encodeToolResultOutput: (
    output: ToolResultOutput,
    context: EncodeContext,
  ) => EncodedPart;
  /** Parts that not every version knows; `undefined` where this one does not. */
  readonly encodeExtraPart: (
    part: CustomPart | ReasoningFilePart | ToolApprovalResponsePart,
    context: EncodeContext,
  ) => EncodedPart | undefined;
  readonly encodeTool: (tool: ModelTool, context: EncodeContext) => EncodedTool;
  readonly encodeProviderTool: (tool: ProviderTool) => EncodedTool;
  readonly encodeReasoningSetting: (
    reasoning: NonNullable<ModelSettings['reasoning']>,
    context: EncodeContext,
  ) => { readonly reasoning?: string };
}
