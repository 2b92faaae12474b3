import { checkSchema } from '../schema/check-schema.ts';
import { isPlainObject, ownValue } from '../schema/json-type.ts';
import { checkTransform } from './check-transform.ts';
import { waitsProblem } from './check-waits.ts';
import type { ToolSource } from './tool.ts';
import { InvalidToolError } from './tool-errors.ts';

/** The longest delay that timers of all runtimes take. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** The schemas, and whether a model or a client must be told what each wants. */
const SCHEMAS = {
  inputSchema: { needsJsonSchema: true },
  outputSchema: { needsJsonSchema: false },
  suspendSchema: { needsJsonSchema: false },
  resumeSchema: { needsJsonSchema: true },
  requestContextSchema: { needsJsonSchema: false },
} as const;

/** Fields that hold one kind of value, and how a message names that kind. */
const KINDS = {
  title: [isString, 'a string'],
  description: [isString, 'a string'],
  strict: [isBoolean, 'true or false'],
  inputExamples: [isExampleList, 'an array of { input } objects'],
  providerOptions: [isPlainObject, 'an object: provider name ⇒ options'],
  mcp: [
    isMcpProperties,
    'an object: { annotations, trusted, structuredOutput, _meta }; the second and third are true or false',
  ],
  background: [isPlainObject, 'an object: { enabled, … }'],
  requireApproval: [isSwitch, 'true, false or a function that returns one'],
  resumeSchemaFor: [isFunction, 'a function that returns a schema'],
  timeoutMs: [isTimeout, `a number of milliseconds, above 0 and at most ${MAX_TIMEOUT_MS}`],
  execute: [isFunction, 'a function'],
  toModelOutput: [isFunction, 'a function'],
  onInputStart: [isFunction, 'a function'],
  onInputDelta: [isFunction, 'a function'],
  onInputAvailable: [isFunction, 'a function'],
  onOutput: [isFunction, 'a function'],
} as const satisfies { readonly [Field in keyof ToolSource]?: readonly [Test, string] };

type Test = (value: unknown) => boolean;

/**
 * Checks what a tool was declared with, so that a mistake shows when the program starts and not
 * when a model first calls the tool.
 *
 * @throws InvalidToolError (`INVALID_TOOL`) or SchemaError (`INVALID_SCHEMA`), saying what to do.
 */
export function checkToolSource(source: ToolSource): void {
  const { id } = source;
  if (typeof id !== 'string' || id.trim() === '') {
    throw new InvalidToolError('A tool needs an `id`: createTool({ id: "get-weather", … }).');
  }
  for (const [parameter, { needsJsonSchema }] of entriesOf(SCHEMAS)) {
    const schema = source[parameter];
    if (schema === undefined) continue;
    checkSchema(schema, { parameter: `${parameter} of tool "${id}"`, needsJsonSchema });
  }
  for (const [field, [isKind, kind]] of entriesOf(KINDS)) {
    const value = source[field];
    if (value === undefined || isKind(value)) continue;
    throw new InvalidToolError(`\`${field}\` of tool "${id}" must be ${kind}.`);
  }
  const problem = source.waits === undefined ? undefined : waitsProblem(source.waits);
  if (problem !== undefined) throw new InvalidToolError(`\`waits\` of tool "${id}" ${problem}`);
  if (source.transform !== undefined) checkTransform(id, source.transform);
}

/** `Object.entries`, for tables whose keys the compiler knows. */
function entriesOf<Table extends object>(table: Table): [keyof Table, Table[keyof Table]][] {
  // A table written out above has no other keys than its type.
  return Object.entries(table) as [keyof Table, Table[keyof Table]][];
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isSwitch(value: unknown): boolean {
  return isBoolean(value) || isFunction(value);
}

function isMcpProperties(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  // Read as text from a file, "false" would count as trust.
  return ['trusted', 'structuredOutput'].every((name) => {
    const given = ownValue(value, name);
    return given === undefined || isBoolean(given);
  });
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS;
}

function isExampleList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((example) => isPlainObject(example) && 'input' in example)
  );
}
