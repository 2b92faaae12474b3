import type {
  CustomPart,
  ReasoningFilePart,
  ToolApprovalResponsePart,
} from '../../tool/message.ts';
import type {
  ModelOutputPart,
  ProviderOptions,
  ToolResultOutput,
} from '../../tool/model-output.ts';
import { addressAsText } from '../encode/address-as-text.ts';
import { completeMediaType } from '../encode/complete-media-type.ts';
import type { EncodedApprovalResponse } from '../encode/encode-approval-response.ts';
import { encodeApprovalResponse } from '../encode/encode-approval-response.ts';
import type { EncodedPlainOutput } from '../encode/encode-plain-output.ts';
import { encodePlainOutput } from '../encode/encode-plain-output.ts';
import { encodeFunctionTool, encodeProviderTool } from '../encode/encode-tool.ts';
import { isFullMediaType, topLevelMediaType } from '../encode/media-type.ts';
import { outputPartFile, outputPartFilename } from '../encode/output-part-file.ts';
import { providerOptionsOf } from '../encode/provider-options-of.ts';
import type { ResolvedFile } from '../encode/resolve-file.ts';
import { resolveFile } from '../encode/resolve-file.ts';
import { unavailableFile } from '../encode/unavailable-file.ts';
import type { EncodeContext, VersionEncoder } from '../encode/version-encoder.ts';

/** A file's content in v4: tagged with what it is. */
export type V4FileData =
  | V4InlineFileData
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'reference';
      readonly reference: Record<string, string>;
    };

/** The two kinds of content that a file made while reasoning can have. */
export type V4InlineFileData =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: URL; readonly originalUrl?: string };

/** A file in v4. */
export interface V4File {
  readonly data: V4FileData;
  readonly mediaType: string;
}

type WithOptions = { readonly providerOptions?: ProviderOptions };

/** One part of a multimodal tool result in v4. */
export type V4OutputPart = WithOptions &
  (
    | { readonly type: 'text'; readonly text: string }
    | ({ readonly type: 'file'; readonly filename?: string } & V4File)
    | { readonly type: 'custom' }
  );

/** A tool's result in v4. */
export type V4Output =
  | EncodedPlainOutput
  | { readonly type: 'execution-denied'; readonly reason: string }
  | (WithOptions & { readonly type: 'content'; readonly value: V4OutputPart[] });

type V4CustomKind = `${string}.${string}`;

/** Parts that v4 has and not every version. */
export type V4ExtraPart =
  | EncodedApprovalResponse
  | (WithOptions & { readonly type: 'custom'; readonly kind: V4CustomKind })
  | (WithOptions & {
      readonly type: 'reasoning-file';
      readonly data: V4InlineFileData;
      readonly mediaType: string;
    });

/** Writes requests for models of spec version v4. */
export const v4Encoder: VersionEncoder = {
  encodeFile: encodeV4File,
  encodeToolResultOutput: encodeV4Output,
  encodeExtraPart: encodeV4ExtraPart,
  encodeTool: encodeFunctionTool,
  encodeProviderTool,
  encodeReasoningSetting: (reasoning) => ({ reasoning }),
};

/**
 * Tags a file's content. A media type of which only the first half is known stays so: adapters
 * complete it from the content.
 */
export function encodeV4File(file: ResolvedFile): V4File {
  const mediaType = completeMediaType(file);
  return {
    data: encodeV4FileData(file),
    mediaType: isFullMediaType(mediaType) ? mediaType : topLevelMediaType(mediaType),
  };
}

function encodeV4FileData(file: ResolvedFile): V4FileData {
  switch (file.type) {
    case 'data':
      return { type: 'data', data: file.data };
    case 'url':
      return encodeV4Url(file.url, file.originalUrl);
    case 'reference':
      return { type: 'reference', reference: file.reference };
    case 'text':
      return { type: 'text', text: file.text };
  }
}

/** A storage address such as `gs:` is opaque to the parser, so it also goes as it was written. */
function encodeV4Url(url: URL, originalUrl: string): V4InlineFileData {
  const mayDiffer = url.protocol !== 'https:' && url.protocol !== 'http:';
  return mayDiffer && url.href !== originalUrl
    ? { type: 'url', url, originalUrl }
    : { type: 'url', url };
}

/** Writes a tool's result: every kind of file is one kind of part in v4. */
export function encodeV4Output(output: ToolResultOutput, context: EncodeContext): V4Output {
  switch (output.type) {
    case 'denied':
      return { type: 'execution-denied', reason: output.reason };
    case 'content': {
      const value = output.value.map((part) => encodeV4OutputPart(part, context));
      return { type: 'content', value, ...providerOptionsOf(output) };
    }
    default:
      return encodePlainOutput(output);
  }
}

function encodeV4OutputPart(part: ModelOutputPart, context: EncodeContext): V4OutputPart {
  if (part.type === 'text') return { type: 'text', text: part.text, ...providerOptionsOf(part) };
  if (part.type === 'custom') return { type: 'custom', ...providerOptionsOf(part) };
  const file = outputPartFile(part, context);
  const filename = outputPartFilename(part);
  if (file === undefined) {
    return { ...unavailableFile(filename, context), ...providerOptionsOf(part) };
  }
  const encoded = encodeV4File(file);
  if (file.type === 'url' && context.supportsUrl?.(file.url, encoded.mediaType) === false) {
    return { ...addressAsText(file.originalUrl, context), ...providerOptionsOf(part) };
  }
  return {
    type: 'file',
    ...encoded,
    ...(filename !== undefined && { filename }),
    ...providerOptionsOf(part),
  };
}

function encodeV4ExtraPart(
  part: CustomPart | ReasoningFilePart | ToolApprovalResponsePart,
): V4ExtraPart | undefined {
  switch (part.type) {
    case 'tool-approval-response':
      return encodeApprovalResponse(part);
    case 'custom':
      // the provider itself wrote the kind, and is given it back
      return { type: 'custom', kind: part.kind as V4CustomKind, ...providerOptionsOf(part) };
    case 'reasoning-file': {
      const file = resolveFile(part.source, part.mediaType);
      if (file?.type !== 'data' && file?.type !== 'url') return undefined;
      const data =
        file.type === 'data'
          ? ({ type: 'data', data: file.data } as const)
          : encodeV4Url(file.url, file.originalUrl);
      return {
        type: 'reasoning-file',
        data,
        mediaType: completeMediaType(file),
        ...providerOptionsOf(part),
      };
    }
  }
}
