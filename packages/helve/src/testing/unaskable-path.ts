import { isSchemaObject } from '../schema/json-type.ts';
import type { JsonSchemaDocument } from '../schema/standard-schema.ts';

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/**
 * The first place in a JSON Schema for which an MCP client has no form: clients are asked for one
 * object, and each of its properties is a text, a number, a boolean, a choice of texts, or a list of
 * such choices. `undefined` where it can be asked for.
 */
export function unaskablePath(document: JsonSchemaDocument): readonly string[] | undefined {
  const { type, properties } = document;
  if (type !== 'object' || !isSchemaObject(properties)) return [];
  const unaskable = Object.entries(properties).find(([, schema]) => !isAskable(schema));
  return unaskable && [unaskable[0]];
}

function isAskable(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const { type } = schema;
  if (type === 'array') return isChoice(schema['items']);
  return SCALARS.includes(type) || isChoice(schema);
}

/** One of some texts, with or without a title each. */
function isChoice(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const { enum: values, oneOf, anyOf } = schema;
  if (Array.isArray(values)) return values.every((value) => typeof value === 'string');
  const branches = oneOf ?? anyOf;
  const isText = (branch: unknown): boolean =>
    isSchemaObject(branch) && typeof branch['const'] === 'string';
  return Array.isArray(branches) && branches.length > 0 && branches.every(isText);
}
