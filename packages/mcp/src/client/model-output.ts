import type { ModelOutput, ModelOutputPart } from 'helve';
import type { ContentBlock } from './content-block.ts';

const NOTHING_SAID = 'The tool succeeded with no output.';
const NOT_FOR_MODEL = 'The tool succeeded. What it gave is for the user.';

/** What a model is given of a tool's content: all of it that is not for the user alone. */
export function contentForModel(content: readonly ContentBlock[]): ModelOutput {
  if (content.length === 0) return { type: 'text', value: NOTHING_SAID };
  const parts = content.filter(isForModel).map(toPart);
  if (parts.length === 0) return { type: 'text', value: NOT_FOR_MODEL };
  const [only] = parts;
  return parts.length === 1 && only?.type === 'text'
    ? { type: 'text', value: only.text }
    : { type: 'content', value: parts };
}

/** The words of a content, one block a line: all that is passed on of a failure. */
export function textOf(content: readonly ContentBlock[]): string {
  return content
    .filter(isForModel)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
}

function isForModel({ annotations }: ContentBlock): boolean {
  const audience = annotations?.audience;
  return audience === undefined || audience.length === 0 || audience.includes('assistant');
}

function toPart(block: ContentBlock): ModelOutputPart {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image-data', data: block.data, mediaType: block.mimeType };
    case 'audio':
      return { type: 'file-data', data: block.data, mediaType: block.mimeType };
    case 'resource':
      return resourcePart(block.resource);
    case 'resource_link':
      return { type: 'text', text: linkText(block) };
  }
}

function resourcePart({
  uri,
  mimeType,
  text,
  blob,
}: Extract<ContentBlock, { type: 'resource' }>['resource']): ModelOutputPart {
  if (text !== undefined) return { type: 'text', text: `Resource ${uri}:\n${text}` };
  const data = blob ?? '';
  const mediaType = mimeType ?? 'application/octet-stream';
  if (mediaType.startsWith('image/')) return { type: 'image-data', data, mediaType };
  const filename = uri.split(/[\\/]/).pop();
  return { type: 'file-data', data, mediaType, ...(filename ? { filename } : {}) };
}

/** Only named: an address that a server chose is nothing to fetch unasked. */
function linkText(link: Extract<ContentBlock, { type: 'resource_link' }>): string {
  const { uri, name, title, description, mimeType } = link;
  const kind = mimeType === undefined ? '' : ` (${mimeType})`;
  const about = description === undefined ? '' : `: ${description}`;
  return `Resource "${title ?? name}" at ${uri}${kind}${about}`;
}
