import type { Tool as ToolDeclaration } from '@modelcontextprotocol/server';
import type { Logger } from 'helve';
import type { JsonSchemaDocument, ToolSource } from 'helve/runtime';
import { adaptRoot, describeSchema, EMPTY_OBJECT_SCHEMA } from 'helve/runtime';
import type { AnswerForm } from './answer-form.ts';
import { answerForm, varyingForm } from './answer-form.ts';

/** A tool as this server offers it; made once. */
export interface ServedTool {
  readonly name: string;
  readonly source: ToolSource;
  /** What clients are told of it. */
  readonly declaration: ToolDeclaration;
  /** As published; absent where the client is not given the output as it is. */
  readonly outputSchema: JsonSchemaDocument | undefined;
  /** How a user is asked for the answer to a suspension. */
  readonly form: AnswerForm | undefined;
  readonly hasHooks: boolean;
  /** Its schema names arguments that clients repeat in HTTP headers. */
  readonly hasHeaders: boolean;
}

/**
 * Prepares a tool for clients.
 *
 * @throws SchemaConversionError where its input cannot be described.
 * @throws InvalidMcpServerError where its `resumeSchema` is none that a client's user can fill in.
 */
export function serveTool(name: string, source: ToolSource, logger: Logger): ServedTool {
  const form = answerForm(name, source);
  const input = describeInput(name, source);
  const outputSchema = describeOutput(name, source, logger);
  const { title, description, mcp } = source;
  const { annotations, icons, _meta } = mcp ?? {};
  const declaration = {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: input,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(icons === undefined ? {} : { icons }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  return {
    name,
    source,
    // The protocol's type differs in being mutable alone.
    declaration: declaration as ToolDeclaration,
    outputSchema,
    form,
    hasHooks: ['onInputStart', 'onInputAvailable', 'onOutput', 'onInputDelta'].some(
      (hook) => hook in source,
    ),
    hasHeaders: JSON.stringify(input).includes('"x-mcp-header"'),
  };
}

/** The form of one suspension's answer. @throws InvalidMcpServerError where no client has one. */
export function formOfAnswer(
  { name, source, form }: ServedTool,
  suspendPayload: unknown,
): AnswerForm | undefined {
  return source.resumeSchemaFor ? varyingForm(name, source, suspendPayload) : form;
}

function describeInput(toolName: string, { inputSchema }: ToolSource): JsonSchemaDocument {
  if (!inputSchema) return EMPTY_OBJECT_SCHEMA;
  const place = { toolName, parameter: 'inputSchema' };
  return adaptRoot(describeSchema(inputSchema, 'input', 'draft-2020-12', place).document).document;
}

/**
 * Publishing an output schema promises structured output, which is the output itself. A tool with
 * `toModelOutput` gives clients what that makes, so it promises nothing, unless it says that they may
 * have both.
 */
function describeOutput(
  toolName: string,
  { outputSchema, toModelOutput, mcp }: ToolSource,
  logger: Logger,
): JsonSchemaDocument | undefined {
  const isHidden = toModelOutput !== undefined && mcp?.structuredOutput !== true;
  if (!outputSchema || isHidden) return undefined;
  const place = { toolName, parameter: 'outputSchema' };
  try {
    return describeSchema(asDescribable(outputSchema), 'output', 'draft-2020-12', place).document;
  } catch (error) {
    logger.warn(
      `The outputSchema of tool "${toolName}" cannot be written as JSON Schema; the tool is served without one.`,
      { toolName, error },
    );
    return undefined;
  }
}

/** An output schema need not describe itself; where it does not, describing it throws. */
function asDescribable(
  schema: NonNullable<ToolSource['outputSchema']>,
): NonNullable<ToolSource['inputSchema']> {
  return schema as NonNullable<ToolSource['inputSchema']>;
}
