import { isSchemaObject } from './json-type.ts';
import { SchemaError } from './schema-error.ts';
import { isSchemaNode, keywordKind } from './schema-keywords.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';

/** What a keyword's value must be, and how to say it. */
interface Shape {
  readonly words: string;
  readonly test: (value: unknown) => boolean;
}

const TYPE_NAMES: readonly unknown[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
];

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isSchemas = (value: unknown): boolean => Array.isArray(value) && value.every(isSchemaNode);
const isMapOf = (test: (value: unknown) => boolean) => (value: unknown) =>
  isSchemaObject(value) && Object.values(value).every(test);

const NUMBER: Shape = { words: 'a number', test: (value) => typeof value === 'number' };
const STRING: Shape = { words: 'a string', test: (value) => typeof value === 'string' };
const BOOLEAN: Shape = { words: 'true or false', test: (value) => typeof value === 'boolean' };
const COUNT: Shape = {
  words: 'a whole number ≥ 0',
  test: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const SCHEMA: Shape = { words: 'a schema: an object or a boolean', test: isSchemaNode };
const SCHEMA_LIST: Shape = {
  words: 'a list of at least one schema',
  test: (value) => isSchemas(value) && Array.isArray(value) && value.length > 0,
};
const SCHEMA_MAP: Shape = { words: 'an object of schemas', test: isMapOf(isSchemaNode) };
const TYPE: Shape = {
  words: 'a type name (array, boolean, integer, null, number, object, string), or a list of them',
  test: (value) =>
    TYPE_NAMES.includes(value) ||
    (Array.isArray(value) && value.length > 0 && value.every((item) => TYPE_NAMES.includes(item))),
};

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ['type', TYPE],
  ['enum', { words: 'a list of values', test: (value: unknown) => Array.isArray(value) }],
  ['required', { words: 'a list of property names', test: isStrings }],
  [
    'dependentRequired',
    { words: 'an object of lists of property names', test: isMapOf(isStrings) },
  ],
  [
    'dependencies',
    {
      words: 'an object of schemas and lists of property names',
      test: isMapOf((value) => isSchemaNode(value) || isStrings(value)),
    },
  ],
  [
    'items',
    {
      words: 'a schema, or a list of schemas',
      test: (value: unknown) => isSchemaNode(value) || isSchemas(value),
    },
  ],
  [
    'multipleOf',
    { words: 'a number > 0', test: (value: unknown) => typeof value === 'number' && value > 0 },
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(
    (k) => [k, NUMBER] as const,
  ),
  ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((k) => [k, COUNT] as const),
  ...['minProperties', 'maxProperties'].map((k) => [k, COUNT] as const),
  ...['minContains', 'maxContains'].map((k) => [k, COUNT] as const),
  ...['$id', '$anchor', '$dynamicAnchor', 'format', 'pattern'].map((k) => [k, STRING] as const),
  ...['$ref', '$dynamicRef', '$recursiveRef'].map((k) => [k, STRING] as const),
  ...['uniqueItems', '$recursiveAnchor'].map((k) => [k, BOOLEAN] as const),
]);

/**
 * Refuses keywords whose values cannot mean anything, which a validator would trip over, or worse,
 * pass over.
 *
 * @param pointer where the schema is, for the message.
 * @throws SchemaError
 */
export function checkKeywords(node: JsonSchemaDocument, pointer: string): void {
  for (const keyword of Object.keys(node)) {
    const value = node[keyword];
    const shape = shapeOf(keyword);
    if (shape !== undefined && !shape.test(value)) {
      throw new SchemaError(
        `The JSON Schema's "${keyword}" at "${pointer}" must be ${shape.words}. Correct it there.`,
      );
    }
    if (keyword === 'pattern') checkPattern(String(value), pointer);
    if (keyword === 'patternProperties' && isSchemaObject(value)) {
      for (const pattern of Object.keys(value)) checkPattern(pattern, pointer);
    }
  }
}

function shapeOf(keyword: string): Shape | undefined {
  const shape = SHAPES.get(keyword);
  if (shape !== undefined) return shape;
  switch (keywordKind(keyword)) {
    case 'schema':
      return SCHEMA;
    case 'list':
      return SCHEMA_LIST;
    case 'map':
      return SCHEMA_MAP;
    default:
      return undefined;
  }
}

function checkPattern(pattern: string, pointer: string): void {
  try {
    new RegExp(pattern, 'u');
  } catch (cause) {
    throw new SchemaError(
      `The JSON Schema's pattern ${JSON.stringify(pattern)} at "${pointer}" is no regular ` +
        'expression. JSON Schema takes JavaScript\'s, with the "u" flag: there, only characters ' +
        'with a meaning may have a backslash before them.',
      { cause },
    );
  }
}
