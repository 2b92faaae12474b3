import { branchesFor } from './choose-branches.ts';
import { deepFreeze } from './deep-freeze.ts';
import { isPlainObject, isSchemaObject, ownValue } from './json-type.ts';
import { requiredNames } from './schema-children.ts';
import { isSchemaNode } from './schema-keywords.ts';
import { referencesOf, resolveReference } from './schema-refs.ts';
import { admitsKind, typesOf, viewsOf } from './schema-views.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';
import { wrapRoot } from './wrap-root.ts';

/**
 * How a root was adapted: `object` as it was; `union` of objects, said to be an object, which
 * providers' strict modes refuse; `value` of another type, wrapped in an object as its `value`.
 */
export type RootKind = 'object' | 'union' | 'value';

/** A JSON Schema with an object at its root, as models and MCP demand. */
export interface AdaptedRoot {
  readonly kind: RootKind;
  readonly document: JsonSchemaDocument;
}

/** The input of a tool without a schema: an object with nothing in it. */
export const EMPTY_OBJECT_SCHEMA: JsonSchemaDocument = deepFreeze({
  type: 'object',
  properties: {},
  additionalProperties: false,
});

/** References that only lead to references do not lead to an object. */
const MAX_NESTING = 64;

/**
 * Gives a JSON Schema an object at its root. Objects stay as they are; unions of objects (also by
 * `allOf` or `$ref`) are said to be objects; everything else is wrapped, and `unwrapRoot` takes
 * the value out of what comes back.
 *
 * @example
 * ```ts
 * adaptRoot({ type: 'array', items: { type: 'string' } });
 * // { kind: 'value', document: { type: 'object', properties: { value: { type: 'array', … } }, … } }
 * ```
 */
export function adaptRoot(document: JsonSchemaDocument): AdaptedRoot {
  if (!isObjectSchema(document, document, 0)) {
    return { kind: 'value', document: deepFreeze(wrapRoot(document)) };
  }
  const composed = ['anyOf', 'oneOf', 'allOf', '$ref', '$dynamicRef', '$recursiveRef'].some(
    (keyword) => Object.hasOwn(document, keyword),
  );
  const kind = composed ? 'union' : 'object';
  if (document['type'] === 'object') return { kind, document };
  return { kind, document: deepFreeze({ ...document, type: 'object' }) };
}

/**
 * Takes the input for a tool out of what was sent for its adapted root. What was sent without the
 * wrapping stays as it is, for the schema to judge; a wrapping without `value` holds no input.
 *
 * @example
 * ```ts
 * unwrapRoot('value', { value: ['a', 'b'] }); // ['a', 'b']
 * ```
 */
export function unwrapRoot(kind: RootKind, input: unknown): unknown {
  if (kind !== 'value' || !isPlainObject(input)) return input;
  return ownValue(input, 'value');
}

/**
 * Whether a schema may admit `{}`, so that an empty text may be read as it. The input is validated
 * afterwards all the same.
 *
 * @example
 * ```ts
 * acceptsEmptyInput({ type: 'object', properties: { limit: { type: 'number' } } }); // true
 * acceptsEmptyInput({ type: 'object', required: ['city'] }); // false
 * ```
 */
export function acceptsEmptyInput(document: JsonSchemaDocument): boolean {
  return viewsOf(document, [document], branchesFor({})).views.some(
    (view) =>
      admitsKind(view, {}) &&
      requiredNames(view).length === 0 &&
      !view.some((node) => Number(ownValue(node, 'minProperties') ?? 0) > 0),
  );
}

/** Whether a schema admits objects only. Objects without `type` are taken for what they look like. */
function isObjectSchema(document: JsonSchemaDocument, node: SchemaNode, nesting: number): boolean {
  if (!isSchemaObject(node) || nesting > MAX_NESTING) return false;
  const types = typesOf(node);
  if (types.length === 1) return types[0] === 'object';
  if (!types.includes('object')) return false;
  const isObject = (schema: unknown) =>
    isSchemaNode(schema) && isObjectSchema(document, schema, nesting + 1);
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = ownValue(node, keyword);
    if (Array.isArray(branches) && branches.length > 0 && branches.every(isObject)) return true;
  }
  const parts = ownValue(node, 'allOf');
  if (Array.isArray(parts) && parts.some(isObject)) return true;
  if (referencesOf(node).some(({ text }) => isObject(resolveReference(document, node, text)))) {
    return true;
  }
  return !Object.hasOwn(node, 'type') && isSchemaObject(ownValue(node, 'properties'));
}
