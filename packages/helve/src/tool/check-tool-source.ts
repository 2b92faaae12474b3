import { checkSchema } from '../schema/check-schema.ts';
import type { ToolSource } from './tool.ts';
import { InvalidToolError } from './tool-errors.ts';

/**
 * Checks what a tool was declared with, so that a mistake shows when the program starts and not
 * when a model first calls the tool.
 *
 * @throws InvalidToolError (`INVALID_TOOL`) or SchemaError (`INVALID_SCHEMA`), saying what to do.
 */
export function checkToolSource(source: ToolSource): void {
  if (typeof source !== 'object' || source === null) {
    throw new InvalidToolError(
      'createTool() takes one object: createTool({ id, description, … }).',
    );
  }
  const { id } = source;
  if (typeof id !== 'string' || id.trim() === '') {
    throw new InvalidToolError('A tool needs an `id`: createTool({ id: "get-weather", … }).');
  }
  for (const parameter of SCHEMAS) {
    const schema = source[parameter];
    if (schema === undefined) continue;
    checkSchema(schema, {
      parameter: `${parameter} of tool "${id}"`,
      needsJsonSchema: parameter === 'inputSchema' || parameter === 'resumeSchema',
    });
  }
  for (const name of FUNCTIONS) {
    if (source[name] !== undefined && typeof source[name] !== 'function') {
      throw new InvalidToolError(`\`${name}\` of tool "${id}" must be a function.`);
    }
  }
  if (source.requireApproval !== undefined && !isSwitch(source.requireApproval)) {
    throw new InvalidToolError(
      `\`requireApproval\` of tool "${id}" must be true, false or a function that returns one.`,
    );
  }
  const { timeoutMs } = source;
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new InvalidToolError(
      `\`timeoutMs\` of tool "${id}" must be between 1 and ${MAX_TIMEOUT_MS} milliseconds.`,
    );
  }
}

function isSwitch(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'function';
}

/** The longest delay that timers of all runtimes take. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const SCHEMAS = [
  'inputSchema',
  'outputSchema',
  'suspendSchema',
  'resumeSchema',
  'requestContextSchema',
] as const;

const FUNCTIONS = [
  'execute',
  'toModelOutput',
  'onInputStart',
  'onInputDelta',
  'onInputAvailable',
  'onOutput',
] as const;
