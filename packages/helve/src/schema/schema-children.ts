import { isSchemaObject, ownValue } from './json-type.ts';
import { isSchemaNode } from './schema-keywords.ts';
import type { View } from './schema-views.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** The schemas that apply to a member of an object or array, of those that apply to the whole. */
export interface Child {
  readonly schemas: readonly SchemaNode[];
  /** Whether the view names this member: a property of `properties`, or any item of an array. */
  readonly declared: boolean;
}

/** The schemas for a property, whatever view names it, matches it or admits it. */
export function propertySchemas(view: View, name: string): Child {
  const schemas: SchemaNode[] = [];
  let declared = false;
  for (const node of view) {
    const property = schemaIn(node, 'properties', name);
    if (property !== undefined) {
      schemas.push(property);
      declared = true;
    }
    const matching = matchingPatterns(node, name);
    schemas.push(...matching);
    if (property === undefined && matching.length === 0)
      pushSchema(schemas, node, 'additionalProperties');
  }
  // `unevaluatedProperties` sees what all the others named, so it comes last
  if (schemas.length === 0) {
    for (const node of view) pushSchema(schemas, node, 'unevaluatedProperties');
  }
  return { schemas, declared };
}

/** The schemas for an item of an array, tuples in both spellings included. */
export function itemSchemas(view: View, index: number): Child {
  const schemas: SchemaNode[] = [];
  for (const node of view) {
    const items = ownValue(node, 'items');
    const prefix = ownValue(node, 'prefixItems');
    const tuple = Array.isArray(prefix) ? prefix : Array.isArray(items) ? items : [];
    const inTuple: unknown = tuple[index];
    if (isSchemaNode(inTuple)) schemas.push(inTuple);
    else pushSchema(schemas, node, Array.isArray(items) ? 'additionalItems' : 'items');
  }
  if (schemas.length === 0) {
    for (const node of view) pushSchema(schemas, node, 'unevaluatedItems');
  }
  return { schemas, declared: true };
}

/** The schemas for whatever `key` names in `container`. */
export function memberSchemas(view: View, container: object, key: PropertyKey): Child {
  return Array.isArray(container)
    ? itemSchemas(view, Number(key))
    : propertySchemas(view, String(key));
}

/** Whether a view demands a property. */
export function isRequired(view: View, name: string): boolean {
  return view.some((node) => {
    const required = ownValue(node, 'required');
    return Array.isArray(required) && required.includes(name);
  });
}

/** The names of all properties that a view demands. */
export function requiredNames(view: View): readonly string[] {
  const names = new Set<string>();
  for (const node of view) {
    const required = ownValue(node, 'required');
    if (!Array.isArray(required)) continue;
    for (const name of required) {
      if (typeof name === 'string') names.add(name);
    }
  }
  return [...names];
}

function schemaIn(node: JsonSchemaDocument, keyword: string, name: string): SchemaNode | undefined {
  const map = ownValue(node, keyword);
  const schema = isSchemaObject(map) ? ownValue(map, name) : undefined;
  return isSchemaNode(schema) ? schema : undefined;
}

function matchingPatterns(node: JsonSchemaDocument, name: string): readonly SchemaNode[] {
  const patterns = ownValue(node, 'patternProperties');
  if (!isSchemaObject(patterns)) return [];
  return Object.keys(patterns)
    .filter((pattern) => matches(pattern, name))
    .map((pattern) => patterns[pattern])
    .filter(isSchemaNode);
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

function pushSchema(schemas: SchemaNode[], node: JsonSchemaDocument, keyword: string): void {
  const schema = ownValue(node, keyword);
  if (isSchemaNode(schema)) schemas.push(schema);
}
