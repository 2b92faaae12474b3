import { adaptInput } from '../call/adapt-input.ts';
import { messageOf } from '../call/call-failure.ts';
import { probeUnrepresentable } from '../schema/conversion-options.ts';
import type { SchemaDirection } from '../schema/describe.ts';
import { describeSchema, SchemaConversionError } from '../schema/describe.ts';
import { formatPath } from '../schema/issues.ts';
import type { JsonSchemaTarget, StandardJsonSchema } from '../schema/standard-schema.ts';
import { isStandardJsonSchema } from '../schema/standard-schema.ts';
import { validateWith } from '../schema/validate.ts';
import type { ToolSource } from '../tool/tool.ts';
import { unaskablePath } from './unaskable-path.ts';

/** One thing that is wrong with what is said of a tool. */
export interface DescriptionProblem {
  /** The name the tool is registered under; of a single tool, its id. */
  readonly tool: string;
  /** `inputSchema`, `inputExamples[0]` …; absent where it is about the tool as a whole. */
  readonly schema: string | undefined;
  /** Where in a value, its segments with dots between; absent where that is not known. */
  readonly path: string | undefined;
  readonly problem: string;
  readonly fix: string;
}

/** What was found of one tool. */
export interface ToolProblems {
  readonly problems: readonly DescriptionProblem[];
  readonly warnings: readonly DescriptionProblem[];
}

const TARGETS: readonly JsonSchemaTarget[] = ['draft-07', 'draft-2020-12'];

/** Everything that is wrong with what a tool says of itself. */
export async function describeProblems(tool: string, source: ToolSource): Promise<ToolProblems> {
  const { inputSchema, resumeSchema, outputSchema, description, strict } = source;
  const input = inputSchema ? conversion(tool, 'inputSchema', inputSchema, 'input') : [];
  const resume = resumeSchema ? conversion(tool, 'resumeSchema', resumeSchema, 'input') : [];
  const warnings: DescriptionProblem[] = [];
  const warn = (schema: string | undefined, problem: string, fix: string, path?: string): void => {
    warnings.push({ tool, schema, path, problem, fix });
  };
  if (description === undefined || description.trim() === '') {
    warn(undefined, 'it has no description', 'Say when a model should use it.');
  }
  if (outputSchema) warnings.push(...outputWarnings(tool, outputSchema));
  if (strict === true && input.length === 0 && isUnion(tool, source)) {
    const problem = 'it is a union, which the strict modes of providers do not take';
    warn('inputSchema', problem, 'Leave `strict` out, or put the union into a property.');
  }
  if (resumeSchema && resume.length === 0) {
    const path = unaskablePath(documentOf(tool, resumeSchema));
    const problem = 'an MCP client cannot be asked for it';
    const fix = 'Use one flat object of texts, numbers, booleans and choices of texts.';
    if (path !== undefined) warn('resumeSchema', problem, fix, formatPath(path));
  }
  return { problems: [...input, ...resume, ...(await exampleProblems(tool, source))], warnings };
}

/** What cannot be written as JSON Schema; the same for models and for MCP is said once. */
function conversion(
  tool: string,
  parameter: string,
  schema: StandardJsonSchema,
  direction: SchemaDirection,
): readonly DescriptionProblem[] {
  for (const target of TARGETS) {
    try {
      describeSchema(schema, direction, target, { toolName: tool, parameter });
    } catch (error) {
      const path = probeUnrepresentable(schema, direction, target);
      const reason = SchemaConversionError.isInstance(error)
        ? messageOf(error.cause)
        : messageOf(error);
      return [
        {
          tool,
          schema: parameter,
          path: path && formatPath(path),
          problem: `it cannot be written as JSON Schema (${target}): ${reason}`,
          fix: 'Use what JSON can carry there: a string for a date or a big number, an optional property for undefined.',
        },
      ];
    }
  }
  return [];
}

function outputWarnings(
  tool: string,
  schema: NonNullable<ToolSource['outputSchema']>,
): readonly DescriptionProblem[] {
  if (isStandardJsonSchema(schema)) return conversion(tool, 'outputSchema', schema, 'output');
  return [
    {
      tool,
      schema: 'outputSchema',
      path: undefined,
      problem: 'it does not describe itself as JSON Schema, so MCP clients are not told of it',
      fix: 'Use a schema that implements Standard JSON Schema.',
    },
  ];
}

function isUnion(tool: string, source: ToolSource): boolean {
  return adaptInput(source, tool).kind === 'union';
}

function documentOf(toolName: string, schema: StandardJsonSchema) {
  return describeSchema(schema, 'input', 'draft-2020-12', { toolName, parameter: 'resumeSchema' })
    .document;
}

/** Examples teach a model what to write, so they must fit without any repair. */
async function exampleProblems(
  tool: string,
  { inputSchema, inputExamples = [] }: ToolSource,
): Promise<readonly DescriptionProblem[]> {
  if (!inputSchema) return [];
  const found = await Promise.all(
    inputExamples.map(async ({ input }, index): Promise<readonly DescriptionProblem[]> => {
      const schema = `inputExamples[${index}]`;
      const fix = 'Change the example, or the schema.';
      const sent = asSent(input);
      if (!sent.ok) return [{ tool, schema, path: undefined, problem: sent.problem, fix }];
      const result = await validateWith(inputSchema, sent.value);
      if (result.ok) return [];
      return result.issues.map(({ path, message }) => ({
        tool,
        schema,
        path: formatPath(path),
        problem: message,
        fix,
      }));
    }),
  );
  return found.flat();
}

/** An example as it reaches a model: through JSON. */
function asSent(
  input: unknown,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string } {
  try {
    return { ok: true, value: JSON.parse(JSON.stringify(input)) };
  } catch (error) {
    return { ok: false, problem: `it is no JSON: ${messageOf(error)}` };
  }
}
