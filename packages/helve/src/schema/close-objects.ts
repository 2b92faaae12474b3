import { deepFreeze } from './deep-freeze.ts';
import { isSchemaObject, ownValue } from './json-type.ts';
import { forEachSubschema, mapSubschemas } from './schema-keywords.ts';
import { referencesOf, resolveReference } from './schema-refs.ts';
import type { JsonSchemaDocument, SchemaNode, StandardJsonSchema } from './standard-schema.ts';

/** Keywords by which a schema itself says what else an object may hold. */
const OWN_SAY: readonly string[] = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
];

/** Keywords whose schemas describe a part of a value, or test it: others name the rest of it. */
const PARTS: readonly string[] = [
  'allOf',
  'contains',
  'dependencies',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'then',
];

const BRANCHES: readonly string[] = ['anyOf', 'oneOf'];

/** Keywords that may name properties of the very object that a schema describes. */
const BESIDE: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef', ...BRANCHES, ...PARTS];

/**
 * The description of a schema for providers that hold a model to it, which refuse an object that
 * does not say `additionalProperties: false`. A document given to `jsonSchema()` stays as it came.
 *
 * @example
 * ```ts
 * const { document } = describeSchema(schema, 'input', 'draft-07', place);
 * closeDescription(schema, document);
 * ```
 */
export function closeDescription(
  schema: StandardJsonSchema,
  document: JsonSchemaDocument,
): JsonSchemaDocument {
  return schema['~standard'].vendor === 'helve' ? document : closeObjects(document);
}

/**
 * A copy of a document in which objects hold no more than the properties they name. Those that say
 * themselves what else they hold (records, loose objects) stay, and so do those whose properties
 * are named in several places (`allOf`), since no part may refuse what another asks for.
 *
 * @example
 * ```ts
 * closeObjects({ type: 'object', properties: { city: { type: 'string' } } });
 * // { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false }
 * ```
 */
export function closeObjects(document: JsonSchemaDocument): JsonSchemaDocument {
  const parts = partsIn(document);
  const close = (node: JsonSchemaDocument): JsonSchemaDocument => {
    if (parts.has(node)) return node;
    const copy = mapSubschemas(node, (inner) => (isSchemaObject(inner) ? close(inner) : inner));
    if (isOpenObject(node)) copy['additionalProperties'] = false;
    return copy;
  };
  return deepFreeze(close(document));
}

function isOpenObject(node: JsonSchemaDocument): boolean {
  const type = ownValue(node, 'type');
  const admitsObjects =
    type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
  // without `properties` it is any object at all
  return admitsObjects && namesProperties(node) && !hasAny(node, [...OWN_SAY, ...BESIDE]);
}

function namesProperties(node: JsonSchemaDocument): boolean {
  return isSchemaObject(ownValue(node, 'properties'));
}

/** The schemas of a document that describe no whole value, with all that is inside them. */
function partsIn(document: JsonSchemaDocument): ReadonlySet<SchemaNode> {
  const parts = new Set<SchemaNode>();
  const mark = (node: SchemaNode | undefined): void => {
    if (!isSchemaObject(node) || parts.has(node)) return;
    parts.add(node);
    forEachSubschema(node, mark);
    for (const { text } of referencesOf(node)) mark(resolveReference(document, node, text));
  };
  const look = (node: SchemaNode): void => {
    if (!isSchemaObject(node)) return;
    const keywords = namesProperties(node) ? [...PARTS, ...BRANCHES] : PARTS;
    forEachSubschema(node, (inner, [keyword = '']) => {
      if (keywords.includes(keyword)) mark(inner);
      else look(inner);
    });
  };
  look(document);
  return parts;
}

function hasAny(node: JsonSchemaDocument, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(node, keyword));
}
