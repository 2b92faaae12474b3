import type {
  ModelOutputPart,
  ProviderOptions,
  ToolResultOutput,
} from '../../tool/model-output.ts';
import { addressAsText } from '../encode/address-as-text.ts';
import { completeMediaType } from '../encode/complete-media-type.ts';
import type { EncodedPlainOutput } from '../encode/encode-plain-output.ts';
import { encodePlainOutput } from '../encode/encode-plain-output.ts';
import type { EncodedBasicTool } from '../encode/encode-tool.ts';
import { encodeBasicTool } from '../encode/encode-tool.ts';
import { encodeUntaggedFile } from '../encode/encode-untagged-file.ts';
import { outputPartFile, outputPartFilename } from '../encode/output-part-file.ts';
import { providerOptionsOf } from '../encode/provider-options-of.ts';
import { unavailableFile } from '../encode/unavailable-file.ts';
import type { EncodeContext, VersionEncoder } from '../encode/version-encoder.ts';
import { warnOfReasoningSetting } from '../encode/warn-of-reasoning-setting.ts';
import type { ModelTool, ProviderTool } from '../model-request.ts';

type WithOptions = { readonly providerOptions?: ProviderOptions };

/**
 * One part of a multimodal tool result in v2. The interface has no field for provider options
 * here; they go along all the same, since adapters that know none overlook them.
 */
export type V2OutputPart = WithOptions &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'media'; readonly data: string; readonly mediaType: string }
  );

/** A tool's result in v2. */
export type V2Output =
  | EncodedPlainOutput
  | (WithOptions & { readonly type: 'content'; readonly value: readonly V2OutputPart[] });

/** A provider's own tool in v2. */
export type V2ProviderTool = {
  readonly type: 'provider-defined';
  readonly id: ProviderTool['id'];
  readonly name: string;
  readonly args: ProviderTool['args'];
};

/** Writes requests for models of spec version v2. */
export const v2Encoder: VersionEncoder = {
  encodeFile: encodeUntaggedFile,
  encodeToolResultOutput: encodeV2Output,
  encodeExtraPart: () => undefined,
  encodeTool: encodeV2Tool,
  encodeProviderTool: encodeV2ProviderTool,
  encodeReasoningSetting: warnOfReasoningSetting,
};

/** Writes a tool, without what v2 has no field for. */
export function encodeV2Tool(tool: ModelTool, { warn }: EncodeContext): EncodedBasicTool {
  if (tool.strict === true) {
    warn(
      `The tool "${tool.name}" was sent without \`strict\`: it needs a model of spec version v3 ` +
        "or later. Upgrade the provider's package.",
    );
  }
  return encodeBasicTool(tool);
}

/** Writes a provider's own tool. */
function encodeV2ProviderTool(tool: ProviderTool): V2ProviderTool {
  return { type: 'provider-defined', id: tool.id, name: tool.name, args: tool.args };
}

/** Writes a tool's result: v2 knows no refusals, and of files only base64. */
export function encodeV2Output(output: ToolResultOutput, context: EncodeContext): V2Output {
  switch (output.type) {
    case 'denied':
      return { type: 'error-text', value: output.reason };
    case 'content': {
      const value = output.value.map((part) => encodeV2OutputPart(part, context));
      return { type: 'content', value, ...providerOptionsOf(output) };
    }
    default:
      return encodePlainOutput(output);
  }
}

function encodeV2OutputPart(part: ModelOutputPart, context: EncodeContext): V2OutputPart {
  const options = providerOptionsOf(part);
  if (part.type === 'text') return { type: 'text', text: part.text, ...options };
  const file = part.type === 'custom' ? undefined : outputPartFile(part, context);
  switch (file?.type) {
    case 'data':
      return { type: 'media', data: file.data, mediaType: completeMediaType(file), ...options };
    case 'url':
      return { ...addressAsText(file.originalUrl, context), ...options };
    default:
      return { ...unavailableFile(outputPartFilename(part), context), ...options };
  }
}
