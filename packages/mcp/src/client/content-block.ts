import { isNestedDeeper } from '../is-nested-deeper.ts';
import { isObject, MAX_DEPTH } from './json.ts';

/** One block of what a tool gives, of a shape that was checked. */
export type ContentBlock = {
  readonly annotations?: { readonly audience?: readonly string[] };
} & (
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string;
        readonly text?: string;
        readonly blob?: string;
      };
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
    }
);

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/**
 * A block as it came, or a note in the place of one that is broken or of an unknown type: the tool
 * has run, so what is wrong with a part of its answer must not cost the rest.
 */
export function readBlock(raw: unknown): ContentBlock {
  // What passes was checked, field by field.
  return isKnown(raw) && !isNestedDeeper(MAX_DEPTH, raw) ? (raw as ContentBlock) : note(raw);
}

function note(raw: unknown): ContentBlock {
  const type = isObject(raw) && typeof raw['type'] === 'string' ? raw['type'].slice(0, 40) : '?';
  return { type: 'text', text: `[content that cannot be shown, of type ${JSON.stringify(type)}]` };
}

function isKnown(raw: unknown): boolean {
  if (!isObject(raw) || !hasAudience(raw['annotations'])) return false;
  switch (raw['type']) {
    case 'text':
      return typeof raw['text'] === 'string';
    case 'image':
    case 'audio':
      return isBase64(raw['data']) && typeof raw['mimeType'] === 'string';
    case 'resource_link':
      return (
        typeof raw['uri'] === 'string' &&
        typeof raw['name'] === 'string' &&
        areText(raw, ['title', 'description', 'mimeType'])
      );
    case 'resource':
      return isResource(raw['resource']);
    default:
      return false;
  }
}

function isResource(resource: unknown): boolean {
  if (!isObject(resource) || typeof resource['uri'] !== 'string') return false;
  const holds = typeof resource['text'] === 'string' || isBase64(resource['blob']);
  return holds && areText(resource, ['mimeType', 'text', 'blob']);
}

/** Providers refuse a whole request for one file that is not what it says. */
function isBase64(value: unknown): boolean {
  return typeof value === 'string' && BASE64.test(value);
}

function areText(object: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => object[name] === undefined || typeof object[name] === 'string');
}

function hasAudience(annotations: unknown): boolean {
  if (annotations === undefined) return true;
  if (!isObject(annotations)) return false;
  const { audience } = annotations;
  return audience === undefined || Array.isArray(audience);
}
