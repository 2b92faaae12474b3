import { isSchemaObject, setOwnValue } from './json-type.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/**
 * Where JSON Schema (draft-07 to 2020-12) puts schemas inside a schema. Everything else in a
 * schema is data (`const`, `default`, `enum` …), in which a member called `$ref` means nothing.
 */

/** Keywords whose value is one schema. */
const SCHEMA_KEYWORDS: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** Keywords whose value is a list of schemas. */
const LIST_KEYWORDS: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/** Keywords whose value is an object of schemas by name. */
const MAP_KEYWORDS: readonly string[] = [
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/**
 * How a keyword holds schemas; `mixed` is one schema or a list of them (`items`), or a map with
 * lists of names among its schemas (`dependencies`).
 */
export type KeywordKind = 'schema' | 'list' | 'map' | 'mixed';

const KINDS: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ...SCHEMA_KEYWORDS.map((keyword) => [keyword, 'schema'] as const),
  ...LIST_KEYWORDS.map((keyword) => [keyword, 'list'] as const),
  ...MAP_KEYWORDS.map((keyword) => [keyword, 'map'] as const),
  ['items', 'mixed'],
  ['dependencies', 'mixed'],
]);

/** How a keyword holds schemas, `undefined` where it holds none. */
export function keywordKind(keyword: string): KeywordKind | undefined {
  return KINDS.get(keyword);
}

/** Whether a value may stand where a schema is expected. */
export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === 'boolean' || isSchemaObject(value);
}

/** What a visitor is told: the schema found, and the way to it from the schema around it. */
export type SubschemaVisitor = (schema: SchemaNode, way: readonly string[]) => void;

/** Visits the schemas directly inside a schema, in the order they are written. */
export function forEachSubschema(node: JsonSchemaDocument, visit: SubschemaVisitor): void {
  for (const keyword of Object.keys(node)) {
    const kind = keywordKind(keyword);
    const value = node[keyword];
    if (kind === undefined) continue;
    if (kind !== 'list' && kind !== 'map' && keyword !== 'dependencies' && isSchemaNode(value)) {
      visit(value, [keyword]);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (isSchemaNode(item)) visit(item, [keyword, String(index)]);
      }
    } else if (isSchemaObject(value)) {
      for (const name of Object.keys(value)) {
        const item = value[name];
        if (isSchemaNode(item)) visit(item, [keyword, name]);
      }
    }
  }
}

/**
 * A copy of a schema, its direct subschemas replaced by what `map` gives for them; everything else
 * is shared with the original.
 */
export function mapSubschemas(
  node: JsonSchemaDocument,
  map: (schema: SchemaNode) => SchemaNode,
): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...node };
  forEachSubschema(node, (schema, [keyword, name]) => {
    if (keyword === undefined) return;
    const mapped = map(schema);
    if (name === undefined) {
      copy[keyword] = mapped;
      return;
    }
    const holder = copy[keyword];
    if (typeof holder !== 'object' || holder === null) return;
    if (holder === node[keyword])
      copy[keyword] = Array.isArray(holder) ? [...holder] : { ...holder };
    setOwnValue(Object(copy[keyword]), name, mapped);
  });
  return copy;
}
