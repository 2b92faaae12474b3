import { checkKeywords } from './check-keywords.ts';
import { dialectOf } from './dialect.ts';
import { isSchemaObject, ownValue } from './json-type.ts';
import { SchemaError } from './schema-error.ts';
import { forEachSubschema } from './schema-keywords.ts';
import type { Reference } from './schema-refs.ts';
import { referencesOf, resolveReference } from './schema-refs.ts';
import type { JsonSchemaDocument, SchemaNode } from './standard-schema.ts';

/** Keywords whose schemas apply to the same value as the schema they stand in. */
const IN_PLACE: ReadonlySet<string | undefined> = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** Schemas that apply to one value through one another: each takes a piece of the stack. */
const MAX_CHAIN = 500;

/**
 * Refuses documents that could not be validated with as written: in an unknown version, with
 * keywords of the wrong shape, with references that lead out of the document or nowhere, or with
 * schemas that apply to a value only if they apply to it.
 *
 * @throws SchemaError
 */
export function checkDocument(document: JsonSchemaDocument): void {
  dialectOf(document);
  const schemas = reachableSchemas(document);
  for (const [node, pointer] of schemas) {
    checkKeywords(node, pointer);
    for (const reference of referencesOf(node)) checkReference(document, node, reference, pointer);
  }
  checkDynamicNames([...schemas.keys()]);
  checkLoops(document, schemas);
}

/** All schemas of a document with where they are, those that only references lead to included. */
function reachableSchemas(document: JsonSchemaDocument): Map<JsonSchemaDocument, string> {
  const found = new Map<JsonSchemaDocument, string>();
  const pending: { readonly node: SchemaNode; readonly pointer: string }[] = [
    { node: document, pointer: '#' },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, pointer } = next;
    if (!isSchemaObject(node) || found.has(node)) continue;
    found.set(node, pointer);
    forEachSubschema(node, (schema, way) => {
      pending.push({ node: schema, pointer: `${pointer}/${way.join('/')}` });
    });
    for (const { text } of referencesOf(node)) {
      const target = resolveReference(document, node, text);
      // last in, first out: schemas are found where they stand before references lead to them
      if (target !== undefined) pending.unshift({ node: target, pointer: text });
    }
  }
  return found;
}

function checkReference(
  document: JsonSchemaDocument,
  node: JsonSchemaDocument,
  { keyword, text }: Reference,
  pointer: string,
): void {
  if (resolveReference(document, node, text) !== undefined) return;
  const problem = text.startsWith('#')
    ? 'leads to no schema in the document. Correct the reference or add what it names to $defs.'
    : 'leads out of the document, and nothing is ever fetched. Copy what it names into $defs and ' +
      'refer to it as "#/$defs/…".';
  throw new SchemaError(`The JSON Schema's ${keyword} "${text}" at "${pointer}" ${problem}`);
}

/**
 * A dynamic reference means different schemas by the way that led to it, but only where a name is
 * given more than once. That is not supported; with one holder of the name it is a plain reference.
 */
function checkDynamicNames(nodes: readonly JsonSchemaDocument[]): void {
  const names = new Set<unknown>();
  let recursiveAnchors = 0;
  for (const node of nodes) {
    const name = ownValue(node, '$dynamicAnchor');
    if (name !== undefined && names.has(name)) {
      throw new SchemaError(
        `The JSON Schema has more than one $dynamicAnchor "${String(name)}", which is not ` +
          'supported. Give each its own name and refer to it with $ref.',
      );
    }
    names.add(name);
    if (ownValue(node, '$recursiveAnchor') === true) recursiveAnchors += 1;
  }
  if (recursiveAnchors > 1) {
    throw new SchemaError(
      'The JSON Schema has more than one $recursiveAnchor, which is not supported. ' +
        'Refer to the schema that is meant with $ref.',
    );
  }
}

/** Finds schemas that lead back to themselves without going into the value. */
function checkLoops(
  document: JsonSchemaDocument,
  schemas: ReadonlyMap<JsonSchemaDocument, string>,
): void {
  const done = new Set<JsonSchemaDocument>();
  const open = new Set<JsonSchemaDocument>();
  const visit = (node: SchemaNode): void => {
    if (!isSchemaObject(node) || done.has(node)) return;
    if (open.size > MAX_CHAIN) {
      throw new SchemaError(
        `The JSON Schema has more than ${MAX_CHAIN} schemas in a row that only lead to others. ` +
          'Refer to the last one directly.',
      );
    }
    if (open.has(node)) {
      throw new SchemaError(
        `The JSON Schema at "${schemas.get(node) ?? '#'}" refers back to itself for the same ` +
          'value, so it can never be decided. Refer to it from a property or an item.',
      );
    }
    open.add(node);
    for (const { text } of referencesOf(node)) {
      const target = resolveReference(document, node, text);
      if (target !== undefined) visit(target);
    }
    forEachSubschema(node, (schema, [keyword]) => {
      if (IN_PLACE.has(keyword)) visit(schema);
    });
    open.delete(node);
    done.add(node);
  };
  for (const node of schemas.keys()) visit(node);
}
