import { isSchemaObject, ownValue } from './json-type.ts';
import { mapSubschemas } from './schema-keywords.ts';
import { resolveReference } from './schema-refs.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** Where the wrapped schema now stands. */
const NEW_ROOT = '#/properties/value';

/** Keywords whose schemas stay at the root, where every provider looks for them. */
const DEFINITIONS: readonly string[] = ['$defs', 'definitions'];

/**
 * A schema as the `value` of an object. Definitions stay at the root and keep their pointers; all
 * other pointers of the document, `#` for a recursive root included, are led to where the schema
 * now stands.
 *
 * @example
 * ```ts
 * wrapRoot({ type: 'array', items: { $ref: '#' } });
 * // { type: 'object', properties: { value: { type: 'array', items: { $ref: '#/properties/value' } } },
 * //   required: ['value'], additionalProperties: false }
 * ```
 */
export function wrapRoot(document: JsonSchemaDocument): JsonSchemaDocument {
  const move = (node: SchemaNode): SchemaNode => {
    if (!isSchemaObject(node)) return node;
    // a schema with its own `$id` is a document of its own: its pointers start there
    if (node !== document && hasOwnId(node)) return node;
    return moveReferences(document, node, mapSubschemas(node, move));
  };
  const moved = move(document);
  const { $schema, $defs, definitions, $id: _id, ...value } = isSchemaObject(moved) ? moved : {};
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { value },
    required: ['value'],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function moveReferences(
  document: JsonSchemaDocument,
  node: JsonSchemaDocument,
  copy: Record<string, unknown>,
): JsonSchemaDocument {
  for (const keyword of ['$ref', '$dynamicRef']) {
    const text = ownValue(node, keyword);
    if (typeof text === 'string') copy[keyword] = movedPointer(document, text);
  }
  if (!Object.hasOwn(node, '$recursiveRef')) return copy;
  // it always means the root, and the new root is another schema
  const { $recursiveRef: _root, ...rest } = copy;
  const allOf = Array.isArray(rest['allOf']) ? rest['allOf'] : [];
  return { ...rest, allOf: [...allOf, { $ref: NEW_ROOT }] };
}

function movedPointer(document: JsonSchemaDocument, text: string): string {
  const pointer = withoutOwnId(document, text);
  if (pointer === '#' || pointer === '') return NEW_ROOT;
  // anchors and other documents' names do not depend on where they stand
  if (!pointer.startsWith('#/')) return pointer;
  const first = pointer.split('/')[1]?.replace(/^%24/, '$') ?? '';
  return DEFINITIONS.includes(first) ? pointer : `${NEW_ROOT}${pointer.slice(1)}`;
}

/** A reference to the document by its own `$id`, which the wrapping drops, as a pointer. */
function withoutOwnId(document: JsonSchemaDocument, text: string): string {
  const [resource, fragment = ''] = text.split('#', 2);
  if (resource === undefined || resource === '') return text;
  return resolveReference(document, document, resource) === document ? `#${fragment}` : text;
}

function hasOwnId(node: JsonSchemaDocument): boolean {
  const id = ownValue(node, '$id');
  return typeof id === 'string' && !id.startsWith('#');
}
