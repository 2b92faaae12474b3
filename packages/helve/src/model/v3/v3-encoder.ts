import type {
  ModelOutputPart,
  ProviderOptions,
  ToolResultOutput,
} from '../../tool/model-output.ts';
import { addressAsText } from '../encode/address-as-text.ts';
import { completeMediaType } from '../encode/complete-media-type.ts';
import { encodeApprovalResponse } from '../encode/encode-approval-response.ts';
import type { EncodedPlainOutput } from '../encode/encode-plain-output.ts';
import { encodePlainOutput } from '../encode/encode-plain-output.ts';
import { encodeFunctionTool, encodeProviderTool } from '../encode/encode-tool.ts';
import { encodeUntaggedFile } from '../encode/encode-untagged-file.ts';
import { outputPartFile, outputPartFilename } from '../encode/output-part-file.ts';
import { providerOptionsOf } from '../encode/provider-options-of.ts';
import { unavailableFile } from '../encode/unavailable-file.ts';
import type { EncodeContext, VersionEncoder } from '../encode/version-encoder.ts';
import { warnOfReasoningSetting } from '../encode/warn-of-reasoning-setting.ts';

type WithOptions = { readonly providerOptions?: ProviderOptions };
type FileId = string | Readonly<Record<string, string>>;

/** One part of a multimodal tool result in v3. */
export type V3OutputPart = WithOptions &
  (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image-url'; readonly url: string }
    | { readonly type: 'image-data'; readonly data: string; readonly mediaType: string }
    | { readonly type: 'file-url'; readonly url: string; readonly mediaType?: string }
    | {
        readonly type: 'file-data';
        readonly data: string;
        readonly mediaType: string;
        readonly filename?: string;
      }
    | { readonly type: 'file-id' | 'image-file-id'; readonly fileId: FileId }
    | { readonly type: 'custom' }
  );

/** A tool's result in v3. */
export type V3Output =
  | EncodedPlainOutput
  | { readonly type: 'execution-denied'; readonly reason: string }
  | (WithOptions & { readonly type: 'content'; readonly value: readonly V3OutputPart[] });

/** Writes requests for models of spec version v3. */
export const v3Encoder: VersionEncoder = {
  encodeFile: encodeUntaggedFile,
  encodeToolResultOutput: encodeV3Output,
  encodeExtraPart: (part) =>
    part.type === 'tool-approval-response' ? encodeApprovalResponse(part) : undefined,
  encodeTool: encodeFunctionTool,
  encodeProviderTool,
  encodeReasoningSetting: warnOfReasoningSetting,
};

/** Writes a tool's result: v3 has the very parts that `toModelOutput` may return. */
export function encodeV3Output(output: ToolResultOutput, context: EncodeContext): V3Output {
  switch (output.type) {
    case 'denied':
      return { type: 'execution-denied', reason: output.reason };
    case 'content': {
      const value = output.value.map((part) => encodeV3OutputPart(part, context));
      return { type: 'content', value, ...providerOptionsOf(output) };
    }
    default:
      return encodePlainOutput(output);
  }
}

function encodeV3OutputPart(part: ModelOutputPart, context: EncodeContext): V3OutputPart {
  const options = providerOptionsOf(part);
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...options };
    case 'custom':
      return { type: 'custom', ...options };
    case 'file-id':
    case 'image-file-id':
      return { type: part.type, fileId: part.fileId, ...options };
    default:
      return { ...encodeV3FilePart(part, context), ...options };
  }
}

function encodeV3FilePart(
  part: Extract<ModelOutputPart, { type: `${'image' | 'file'}-${'url' | 'data'}` }>,
  context: EncodeContext,
): V3OutputPart {
  const isImage = part.type === 'image-url' || part.type === 'image-data';
  const file = outputPartFile(part, context);
  // what came as a `data:` URI is data, whichever of the two it was called
  if (file?.type === 'data') {
    const data = { data: file.data, mediaType: completeMediaType(file) };
    if (isImage) return { type: 'image-data', ...data };
    return {
      type: 'file-data',
      ...data,
      ...(part.filename !== undefined && { filename: part.filename }),
    };
  }
  if (file?.type !== 'url') return unavailableFile(outputPartFilename(part), context);
  const mediaType = completeMediaType(file);
  if (context.supportsUrl?.(file.url, mediaType) === false) {
    return addressAsText(file.originalUrl, context);
  }
  if (isImage) return { type: 'image-url', url: file.originalUrl };
  return { type: 'file-url', url: file.originalUrl, mediaType };
}
