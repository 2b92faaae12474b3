import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { JsonValue, ModelOutputPart } from 'helve';
import type { CallEnd } from 'helve/runtime';
import { normalize } from 'helve/runtime';
import type { ServedTool } from '../tools/served-tool.ts';

/** How a call ended, as the client is told: the content is what the model is given, and no more. */
export function toCallToolResult(served: ServedTool, end: CallEnd): CallToolResult {
  const result = contentOf(served, end);
  const givesBoth = served.outputSchema !== undefined && served.source.toModelOutput !== undefined;
  // The tool says itself that clients may have both.
  return givesBoth && end.kind === 'result'
    ? ({ ...result, structuredContent: normalize(end.output) } as CallToolResult)
    : result;
}

function contentOf(served: ServedTool, end: CallEnd): CallToolResult {
  const { forModel } = end;
  switch (forModel.type) {
    case 'text':
      return end.kind === 'result' && end.output === undefined
        ? { content: [text(forModel.value)] }
        : withStructure(served, { content: [text(forModel.value)] }, forModel.value);
    case 'json': {
      const content = [text(JSON.stringify(forModel.value))];
      return withStructure(served, { content }, forModel.value);
    }
    case 'content':
      return { content: forModel.value.map(toBlock) };
    case 'error-text':
      return errorResult(forModel.value);
    case 'error-json':
      return errorResult(JSON.stringify(forModel.value));
    case 'denied':
      return errorResult(forModel.reason);
  }
}

/** A result that says what went wrong, for the model to read. */
export function errorResult(message: string): CallToolResult {
  return { content: [text(message)], isError: true };
}

/**
 * With a published output schema the result carries the output as data; without one, an object that
 * `toModelOutput` gave as json does so too.
 */
function withStructure(
  { outputSchema, source }: ServedTool,
  result: CallToolResult,
  value: JsonValue,
): CallToolResult {
  const shaped = source.toModelOutput !== undefined && isObject(value);
  if (outputSchema === undefined && !shaped) return result;
  return { ...result, structuredContent: value } as CallToolResult;
}

function toBlock(part: ModelOutputPart, index: number): ContentBlock {
  const extra = extrasOf(part);
  switch (part.type) {
    case 'text':
      return { ...text(part.text), ...extra };
    case 'image-data':
      return image(part.data, part.mediaType, extra);
    case 'image-url':
    case 'file-url': {
      const inline = fromDataUri(part.url);
      const filename = part.type === 'file-url' ? part.filename : undefined;
      if (inline) return bytes(inline.data, inline.mediaType, uriOf(part, index), extra);
      const { mediaType } = part;
      return {
        type: 'resource_link',
        uri: part.url,
        name: filename ?? lastSegment(part.url),
        ...(mediaType === undefined ? {} : { mimeType: mediaType }),
        ...extra,
      };
    }
    case 'file-data':
      return bytes(part.data, part.mediaType, uriOf(part, index), extra);
    case 'file-id':
    case 'image-file-id':
      return { ...text('[a file that is kept by a model provider]'), ...extra };
    case 'custom':
      return { ...text('[content for one model provider only]'), ...extra };
  }
}

type Extras = Readonly<Record<string, unknown>>;

/** What a tool says to MCP clients in particular: `providerOptions: { mcp: { uri, annotations, _meta } }`. */
function extrasOf({ providerOptions }: ModelOutputPart): Extras {
  const { annotations, _meta } = providerOptions?.['mcp'] ?? {};
  return {
    ...(annotations === undefined ? {} : { annotations }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

function text(value: string): { readonly type: 'text'; readonly text: string } & ContentBlock {
  return { type: 'text', text: value };
}

function image(data: string, mimeType = 'image/png', extra: Extras = {}): ContentBlock {
  return { type: 'image', data, mimeType, ...extra };
}

function bytes(
  data: string,
  mimeType: string | undefined,
  uri: string,
  extra: Extras,
): ContentBlock {
  if (mimeType?.startsWith('image/')) return image(data, mimeType, extra);
  if (mimeType?.startsWith('audio/')) return { type: 'audio', data, mimeType, ...extra };
  const about = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  const decoded = isTextual(mimeType) ? decodeText(data) : undefined;
  const resource = decoded === undefined ? { ...about, blob: data } : { ...about, text: decoded };
  return { type: 'resource', resource, ...extra };
}

/** The address that the tool gave the file, or one made of its name. */
function uriOf(part: ModelOutputPart, index: number): string {
  const given = part.providerOptions?.['mcp']?.['uri'];
  if (typeof given === 'string') return given;
  const filename = 'filename' in part ? part.filename : undefined;
  return `attachment://${encodeURIComponent(filename ?? `file-${index + 1}`)}`;
}

function isTextual(mimeType: string | undefined): boolean {
  return mimeType !== undefined && /^(text\/|application\/(json|xml)\b)/.test(mimeType);
}

function decodeText(base64: string): string | undefined {
  try {
    const binary = atob(base64);
    const raw = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
}

function fromDataUri(
  url: string,
): { readonly data: string; readonly mediaType: string } | undefined {
  const found = /^data:([^;,]+)(?:;[^;,]+)*;base64,(.*)$/s.exec(url);
  const [, mediaType, data] = found ?? [];
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}

function lastSegment(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split('/').filter(Boolean).at(-1) ?? url;
}

function isObject(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
