import type { StandardJsonSchema, StandardSchema } from '../schema/standard-schema.ts';
import { checkToolSource } from '../tool/check-tool-source.ts';
import { copyToolSource } from '../tool/copy-tool-source.ts';
import { toolMarker } from '../tool/is-tool.ts';
import type { Tool, ToolSource } from '../tool/tool.ts';
import type { ToolCallContext } from '../tool/tool-context.ts';
import type {
  AnyReturn,
  OutputValue,
  Replaceable,
  Returnable,
  SchemaInput,
  SchemaOutput,
  ToolDefinition,
} from '../tool/tool-definition.ts';
import { InvalidToolError } from '../tool/tool-errors.ts';
import { callDirectly, runDirectly } from './direct-call.ts';

/**
 * Declares a tool: what it is called, what it takes and gives, what it does, who must agree and who
 * may see what. The result is immutable and works in every runtime.
 *
 * @throws InvalidToolError (`INVALID_TOOL`) or SchemaError (`INVALID_SCHEMA`), saying what to do.
 *
 * @example
 * const weatherTool = createTool({
 *   id: 'get-weather',
 *   description: 'Current weather of a city',
 *   inputSchema: z.object({ city: z.string() }),
 *   outputSchema: z.object({ forecast: z.string() }),
 *   execute: async ({ city }, { abortSignal }) => fetchForecast(city, abortSignal),
 * });
 */
export function createTool<
  const Id extends string,
  InputSchema extends StandardJsonSchema | undefined = undefined,
  OutputSchema extends StandardSchema | undefined = undefined,
  SuspendSchema extends StandardSchema | undefined = undefined,
  ResumeSchema extends StandardJsonSchema | undefined = undefined,
  ContextSchema extends StandardSchema | undefined = undefined,
  // `const`, so that `{ status: 'ok' }` stays assignable to a schema with an enum, `{ version: 1 }` to
  // one with a literal, and a tool without a schema may return a discriminated union
  const Returned extends AnyReturn = Returnable<OutputSchema>,
>(
  definition: ToolDefinition<
    Id,
    InputSchema,
    OutputSchema,
    SuspendSchema,
    ResumeSchema,
    ContextSchema,
    Returned
  > &
    ReturnCheck<OutputSchema, Returned>,
): Tool<
  SchemaInput<InputSchema>,
  OutputValue<OutputSchema, Returned>,
  Id,
  SchemaOutput<InputSchema>,
  Replaceable<OutputSchema, Returned>
> {
  // The pipeline calls every function of a definition with values that the definition's own schemas
  // have parsed, so what it is typed with here is what it gets.
  return makeTool(definition as unknown as ToolSource) as Tool<never, never, Id, never, never>;
}

/**
 * Reports an `execute` that returns what the output schema does not take. It stands beside the
 * definition, since a constraint on `Returned` would make the compiler widen literals.
 */
export type ReturnCheck<OutputSchema, Returned> = [Returned] extends [Returnable<OutputSchema>]
  ? unknown
  : { execute(...args: never): Returnable<OutputSchema> | Promise<Returnable<OutputSchema>> };

function makeTool(...declarations: readonly Partial<ToolSource>[]): Tool {
  for (const declaration of declarations) {
    if (typeof declaration !== 'object' || declaration === null) {
      throw new InvalidToolError(
        'createTool() and tool.with() take one object: createTool({ id, description, … }).',
      );
    }
  }
  const source = copyToolSource(...declarations);
  checkToolSource(source);
  const tool: Tool & { readonly [toolMarker]: true } = {
    ...source,
    [toolMarker]: true,
    source,
    execute: (input: unknown, context?: ToolCallContext) => callDirectly(source, input, context),
    run: (input: unknown, context?: ToolCallContext) => runDirectly(source, input, context),
    // What overrides a field is typed like the field it overrides.
    with: (overrides) => makeTool(source, overrides as Partial<ToolSource>),
  };
  return Object.freeze(tool);
}
