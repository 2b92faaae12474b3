import type { StandardJsonSchema, StandardSchema } from '../schema/standard-schema.ts';
import type { ToolBackgroundConfig } from './background-config.ts';
import type { ProviderOptions } from './model-output.ts';
import type { RequireApproval } from './require-approval.ts';
import type { ToolMcpProperties } from './tool-annotations.ts';
import type { ToolCallContext, ToolContext } from './tool-context.ts';
import type { ToolHooks } from './tool-hooks.ts';
import type { ToolTransform } from './tool-transform.ts';
import type { ValidationError } from './validation-error.ts';
import type { WaitOptions } from './wait-options.ts';

/** What a runtime reads of any tool, whatever its types. */
export interface ToolFields extends ToolHooks {
  readonly id: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: StandardJsonSchema;
  readonly outputSchema?: StandardSchema;
  readonly suspendSchema?: StandardSchema;
  readonly resumeSchema?: StandardJsonSchema;
  readonly resumeSchemaFor?: (suspendPayload: unknown) => StandardJsonSchema;
  readonly requestContextSchema?: StandardSchema;
  readonly strict?: boolean;
  readonly inputExamples?: readonly { readonly input: unknown }[];
  readonly providerOptions?: ProviderOptions;
  readonly mcp?: ToolMcpProperties;
  readonly requireApproval?: RequireApproval;
  readonly waits?: WaitOptions;
  readonly timeoutMs?: number;
  readonly background?: ToolBackgroundConfig;
  readonly toModelOutput?: (output: unknown) => unknown;
  readonly transform?: ToolTransform;
}

/** A tool's fields with the code behind it, as the pipeline reads them. */
export interface ToolSource extends ToolFields {
  readonly execute?: (input: unknown, context: ToolContext) => unknown;
}

/**
 * What `tool.with()` may change. The schemas stay, and with them the types. A field that is
 * `undefined` is left as it was.
 *
 * @example
 * const forStaging: ToolOverrides = { requireApproval: false, timeoutMs: 60_000 };
 */
export interface ToolOverrides<Parsed = unknown, Output = unknown, Returned = unknown>
  extends Partial<
      Omit<
        ToolFields,
        | 'inputSchema'
        | 'outputSchema'
        | 'suspendSchema'
        | 'resumeSchema'
        | 'resumeSchemaFor'
        | 'requestContextSchema'
        | 'requireApproval'
        | 'toModelOutput'
        | keyof ToolHooks
      >
    >,
    ToolHooks<Parsed, Output> {
  readonly requireApproval?: RequireApproval<Parsed>;
  readonly toModelOutput?: (output: Output) => unknown;
  readonly execute?: (input: Parsed, context: ToolContext) => Returned | Promise<Returned>;
}

/**
 * A declared tool: immutable, and safe to share between agents, requests and workers.
 *
 * `Input` is what callers pass, `Output` what they get; `Parsed` is what `execute` sees of the input
 * after the schema's defaults and transforms, `Returned` what it may return.
 *
 * @example
 * const tool: Tool<{ city: string }, { forecast: string }> = weatherTool;
 */
export interface Tool<
  Input = unknown,
  Output = unknown,
  Id extends string = string,
  Parsed = unknown,
  Returned = unknown,
> extends ToolFields {
  readonly id: Id;
  /** What the tool was made of. */
  readonly source: ToolSource;
  /**
   * Runs the tool as a plain function: input, request context and output are validated, and there
   * is no gate before it: a direct call is the host's own act.
   *
   * @returns the output, or a {@link ValidationError} value.
   * @throws whatever the tool throws; `TOOL_TIMEOUT`, `SUSPEND_UNAVAILABLE`, `NOT_EXECUTABLE`.
   *
   * @example
   * const result = await weatherTool.execute({ city: 'Oslo' });
   * if (isValidationError(result)) console.error(result.message);
   * else console.log(result.forecast);
   */
  execute(input: Input, context?: ToolCallContext): Promise<Output | ValidationError>;
  /**
   * Like `execute`, but throws `VALIDATION_FAILED` in place of returning a validation error.
   *
   * @example
   * const { forecast } = await weatherTool.run({ city: 'Oslo' });
   */
  run(input: Input, context?: ToolCallContext): Promise<Output>;
  /**
   * A new tool with some fields changed; this one stays as it is.
   *
   * @example
   * const careful = refundTool.with({ requireApproval: true });
   */
  with(
    overrides: ToolOverrides<Parsed, Output, Returned>,
  ): Tool<Input, Output, Id, Parsed, Returned>;
}

/**
 * A tool of any types: what a record of tools holds.
 *
 * @example
 * const tools: Record<string, AnyTool> = { weather: weatherTool, refund: refundTool };
 */
export type AnyTool = Tool<never, unknown, string, never, never>;

/**
 * What callers pass to a tool.
 *
 * @example
 * const input: ToolInput<typeof weatherTool> = { city: 'Oslo' };
 */
export type ToolInput<T> = T extends { execute(input: infer Input, ...rest: never): unknown }
  ? Input
  : never;

/**
 * What callers get from a tool.
 *
 * @example
 * function show(forecast: ToolOutput<typeof weatherTool>): void {}
 */
export type ToolOutput<T> = T extends { run(...rest: never): Promise<infer Output> }
  ? Output
  : never;
