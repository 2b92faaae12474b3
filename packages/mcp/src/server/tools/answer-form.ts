import type {
  ElicitRequestFormParams,
  PrimitiveSchemaDefinition,
} from '@modelcontextprotocol/server';
import type { AdaptedRoot, JsonSchemaDocument, ToolSource } from 'helve/runtime';
import { adaptRoot, answerSchemaOf, describeSchema } from 'helve/runtime';
import { InvalidMcpServerError } from '../invalid-mcp-server-error.ts';

/** What a client shows its user, so that they can answer. */
export type FormSchema = ElicitRequestFormParams['requestedSchema'];

/** The form by which a suspended tool's answer is asked for. */
export interface AnswerForm {
  readonly schema: FormSchema;
  /** Takes the answer out of what the client filled in. */
  read(content: Readonly<Record<string, unknown>> | undefined): unknown;
}

/** The formats that clients know; others are checked by the tool's own schema alone. */
const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

const FIXED = ['enum', 'const'] as const;

/** What of a property goes into a form as it is, by the property's type. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  string: ['title', 'description', 'default', 'minLength', 'maxLength'],
  number: ['title', 'description', 'default', 'minimum', 'maximum'],
  integer: ['title', 'description', 'default', 'minimum', 'maximum'],
  boolean: ['title', 'description', 'default'],
  enum: ['title', 'description', 'default'],
  list: ['title', 'description', 'default', 'minItems', 'maxItems'],
};

/**
 * Makes a form of a tool's `resumeSchema`. MCP clients fill in flat objects of texts, numbers, yes
 * or no, and choices; whatever else a schema asks for is refused here, and not when a user waits.
 *
 * @throws InvalidMcpServerError naming the tool and the field.
 */
export function answerForm(name: string, tool: ToolSource): AnswerForm | undefined {
  if (!tool.resumeSchema || tool.resumeSchemaFor) return undefined;
  const place = { toolName: name, parameter: 'resumeSchema' };
  const { document } = describeSchema(tool.resumeSchema, 'input', 'draft-2020-12', place);
  return formOf(name, adaptRoot(document));
}

/** The form of an answer whose schema the tool makes of what it asked. @throws InvalidMcpServerError */
export function varyingForm(
  name: string,
  tool: ToolSource,
  suspendPayload: unknown,
): AnswerForm | undefined {
  const schema = answerSchemaOf(tool, suspendPayload);
  if (!schema) return undefined;
  const place = { toolName: name, parameter: 'resumeSchemaFor' };
  const { document } = describeSchema(schema, 'input', 'draft-2020-12', place);
  // Who does not want to answer declines, so a form needs no `null`.
  const types = document['type'];
  const isOptional =
    Array.isArray(types) && types.every((type) => type === 'object' || type === 'null');
  return formOf(name, adaptRoot(isOptional ? { ...document, type: 'object' } : document));
}

/**
 * What a tool asks while it runs, as it is; a form of no fields has an empty list of them.
 *
 * @throws InvalidMcpServerError where no client could fill it in, rather than that each refuses it.
 */
export function askedForm(name: string, asked: JsonSchemaDocument): FormSchema {
  const place = { toolName: name, parameter: 'requestedSchema' };
  if (asked['type'] !== 'object') throw refused(place, undefined, 'is not one of an object');
  fieldsOf(place, asked);
  // All fields were just looked at.
  return { properties: {}, ...asked } as FormSchema;
}

/** The form for a JSON Schema whose root is an object. @throws InvalidMcpServerError */
export function formOf(name: string, { kind, document }: AdaptedRoot): AnswerForm {
  const place = { toolName: name, parameter: 'resumeSchema' };
  if (kind === 'union') throw refused(place, undefined, 'is a union of objects');
  const properties = fieldsOf(place, document);
  const required = document['required'];
  const schema: FormSchema = {
    type: 'object',
    properties,
    // JSON Schema's `required` is a list of names
    ...(Array.isArray(required) ? { required: required as string[] } : {}),
  };
  return {
    schema,
    read: (content = {}) => (kind === 'value' ? content['value'] : content),
  };
}

/** Where a schema stands. */
interface Place {
  readonly toolName: string;
  readonly parameter: string;
}

function fieldsOf(
  place: Place,
  document: JsonSchemaDocument,
): Record<string, PrimitiveSchemaDefinition> {
  const fields = Object.entries(objectAt(document, 'properties') ?? {});
  return Object.fromEntries(
    fields.map(([field, schema]) => [field, fieldOf(place, field, schema)]),
  );
}

function fieldOf(place: Place, field: string, schema: unknown): PrimitiveSchemaDefinition {
  if (!isObject(schema)) throw refused(place, field, 'says nothing of its type');
  const choices = choicesOf(schema);
  const type = schema['type'];
  if (choices) return primitive({ type: 'string', ...kept(schema, 'enum'), ...choices });
  if (type === 'array') return listOf(place, field, schema);
  if (type === 'string') {
    const format = FORMATS.includes(schema['format']) ? { format: schema['format'] } : {};
    return primitive({ type, ...kept(schema, type), ...format });
  }
  const isFixed = FIXED.some((keyword) => keyword in schema);
  if (type === 'boolean' || (!isFixed && (type === 'number' || type === 'integer'))) {
    return primitive({ type, ...kept(schema, type) });
  }
  throw refused(place, field, wordsFor(schema));
}

/** A choice of several. */
function listOf(
  place: Place,
  field: string,
  schema: JsonSchemaDocument,
): PrimitiveSchemaDefinition {
  const items = schema['items'];
  const choices = isObject(items) ? choicesOf(items) : undefined;
  if (!choices) throw refused(place, field, 'is a list of something other than fixed choices');
  const several = 'oneOf' in choices ? { anyOf: choices.oneOf } : { type: 'string', ...choices };
  return primitive({ type: 'array', ...kept(schema, 'list'), items: several });
}

/** The texts to choose from, with their titles where all have one. */
function choicesOf(
  schema: JsonSchemaDocument,
): { readonly enum: readonly string[] } | { readonly oneOf: readonly object[] } | undefined {
  const { const: only, enum: listed, oneOf, anyOf } = schema;
  if (typeof only === 'string') return { enum: [only] };
  if (Array.isArray(listed)) return listed.every(isText) ? { enum: listed } : undefined;
  const branches = oneOf ?? anyOf;
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const constants = branches.map((branch) => (isObject(branch) ? branch['const'] : undefined));
  if (!constants.every(isText)) return undefined;
  const titles = branches.map((branch) => (isObject(branch) ? branch['title'] : undefined));
  if (!titles.every(isText)) return { enum: constants };
  return { oneOf: constants.map((value, index) => ({ const: value, title: titles[index] })) };
}

/** What was put together here is one of the protocol's field definitions. */
function primitive(definition: object): PrimitiveSchemaDefinition {
  return definition as PrimitiveSchemaDefinition;
}

function kept(schema: JsonSchemaDocument, type: string): Readonly<Record<string, unknown>> {
  const found = (KEPT[type] ?? []).filter((keyword) => Object.hasOwn(schema, keyword));
  return Object.fromEntries(found.map((keyword) => [keyword, schema[keyword]]));
}

function wordsFor(schema: JsonSchemaDocument): string {
  const type = schema['type'];
  if (type === 'object') return 'is an object';
  if (type === 'null') return 'is null';
  if (Array.isArray(type) || 'anyOf' in schema || 'oneOf' in schema) return 'has several types';
  if ('$ref' in schema) return 'is a reference to another schema';
  if (FIXED.some((keyword) => keyword in schema)) return 'offers choices that are not texts';
  return 'says nothing of its type';
}

function refused(
  { toolName, parameter }: Place,
  field: string | undefined,
  what: string,
): InvalidMcpServerError {
  const where = field === undefined ? 'the schema' : `the field "${field}"`;
  return new InvalidMcpServerError(
    `The ${parameter} of tool "${toolName}" cannot be asked over MCP: ${where} ${what}. MCP clients fill in a flat object of texts, numbers, booleans and choices among texts. Change the schema, or leave the tool out of this server.`,
  );
}

function objectAt(schema: JsonSchemaDocument, keyword: string): JsonSchemaDocument | undefined {
  const value = schema[keyword];
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonSchemaDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
