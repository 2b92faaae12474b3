import { ownValue } from './json-type.ts';
import { forEachSubschema, isSchemaNode } from './schema-keywords.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** The base of a document that has no absolute `$id`. It is never fetched; nothing is. */
const ROOT_BASE = 'schema://root/';

/** The names by which parts of one document may be referred to. */
interface RefIndex {
  /** By absolute URI, or absolute URI with an anchor as fragment. */
  readonly targets: ReadonlyMap<string, SchemaNode>;
  /** The base URI that references in a schema are relative to. */
  readonly bases: ReadonlyMap<object, string>;
}

/** One reference as written: the keyword and its text. */
export interface Reference {
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly text: string;
}

const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

const indexes = new WeakMap<object, RefIndex>();

/** The references a schema makes. Dynamic ones are taken to mean what they would statically. */
export function referencesOf(node: JsonSchemaDocument): readonly Reference[] {
  const references: Reference[] = [];
  for (const keyword of REFERENCE_KEYWORDS) {
    const text = ownValue(node, keyword);
    if (typeof text === 'string') references.push({ keyword, text });
  }
  return references;
}

/**
 * The schema that a reference in `node` means, `undefined` where the document holds none: pointers
 * (`#/$defs/user`), anchors (`#user`), and `$id`s within the document. Nothing is ever fetched.
 *
 * @example
 * ```ts
 * const document = { $defs: { user: { type: 'object' } }, items: { $ref: '#/$defs/user' } };
 * resolveReference(document, document.items, '#/$defs/user'); // document.$defs.user
 * ```
 */
export function resolveReference(
  document: JsonSchemaDocument,
  node: JsonSchemaDocument,
  text: string,
): SchemaNode | undefined {
  const { targets, bases } = indexOf(document);
  const base = bases.get(node) ?? ROOT_BASE;
  const uri = parseUri(text, base);
  if (uri === undefined) return undefined;
  const fragment = decode(uri.hash.slice(1));
  uri.hash = '';
  if (fragment !== '' && !fragment.startsWith('/')) return targets.get(`${uri.href}#${fragment}`);
  const resource = targets.get(uri.href);
  return resource === undefined ? undefined : followPointer(resource, fragment);
}

/** The part of a schema at a JSON Pointer, if that is a schema. */
function followPointer(root: SchemaNode, pointer: string): SchemaNode | undefined {
  let at: unknown = root;
  for (const token of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = ownValue(at, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return isSchemaNode(at) ? at : undefined;
}

function indexOf(document: JsonSchemaDocument): RefIndex {
  const known = indexes.get(document);
  if (known !== undefined) return known;
  const targets = new Map<string, SchemaNode>([[ROOT_BASE, document]]);
  const bases = new Map<object, string>();
  const visit = (node: SchemaNode, outerBase: string): void => {
    if (typeof node === 'boolean' || bases.has(node)) return;
    const base = enter(node, outerBase, targets);
    bases.set(node, base);
    forEachSubschema(node, (schema) => visit(schema, base));
  };
  visit(document, ROOT_BASE);
  const index = { targets, bases };
  indexes.set(document, index);
  return index;
}

/** Registers a schema's own names and gives the base for what is inside it. */
function enter(
  node: JsonSchemaDocument,
  outerBase: string,
  targets: Map<string, SchemaNode>,
): string {
  let base = outerBase;
  const id = ownValue(node, '$id');
  // up to draft-07 an `$id` of `#name` is an anchor
  if (typeof id === 'string' && !id.startsWith('#')) {
    const uri = parseUri(id, outerBase);
    if (uri !== undefined) {
      uri.hash = '';
      base = uri.href;
      if (!targets.has(base)) targets.set(base, node);
    }
  }
  const legacyAnchor = typeof id === 'string' && id.startsWith('#') ? id.slice(1) : undefined;
  for (const name of [legacyAnchor, ownValue(node, '$anchor'), ownValue(node, '$dynamicAnchor')]) {
    if (typeof name !== 'string' || name === '') continue;
    const target = `${base}#${name}`;
    if (!targets.has(target)) targets.set(target, node);
  }
  return base;
}

function parseUri(text: string, base: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Some generators write names into pointers as they are, so a bare `%` stands for itself. */
function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
