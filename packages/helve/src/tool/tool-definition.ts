import type {
  InferInput,
  InferOutput,
  StandardJsonSchema,
  StandardSchema,
} from '../schema/standard-schema.ts';
import type { ToolBackgroundConfig } from './background-config.ts';
import type { ProviderOptions } from './model-output.ts';
import type { RequestContextValues } from './request-context.ts';
import type { RequireApproval } from './require-approval.ts';
import type { ToolMcpProperties } from './tool-annotations.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolHooks } from './tool-hooks.ts';
import type { ToolTransform } from './tool-transform.ts';
import type { ValidationError } from './validation-error.ts';
import type { WaitOptions } from './wait-options.ts';
import type { Widened } from './widened.ts';

/** What callers pass where `Schema` describes the value; anything where there is no schema. */
export type SchemaInput<Schema> = [Schema] extends [StandardSchema] ? InferInput<Schema> : unknown;

/** What code behind the schema gets; anything where there is no schema. */
export type SchemaOutput<Schema> = [Schema] extends [StandardSchema]
  ? InferOutput<Schema>
  : unknown;

/** The values of a request context that `Schema` describes. */
export type ContextValues<Schema> = [Schema] extends [StandardSchema<unknown, infer Values>]
  ? Values extends object
    ? Values
    : RequestContextValues
  : RequestContextValues;

/**
 * Any value at all, written so that the compiler takes the lists that `execute` returns for tuples
 * that may be changed. No literals are in it: the compiler would look for them in what `execute`
 * computes, too, and make a sum that begins with 0 a sum of zeros.
 */
export type AnyReturn =
  // biome-ignore lint/complexity/noBannedTypes: whatever is not null or undefined
  {} | null | undefined | void | { readonly [key: string]: AnyReturn } | AnyReturn[];

/** What `execute` may return: what the output schema takes, a validation error, or nothing. */
export type Returnable<OutputSchema> = [OutputSchema] extends [StandardSchema]
  ? InferInput<OutputSchema> | ValidationError | void
  : AnyReturn;

/** What callers get when the call succeeds. */
export type OutputValue<OutputSchema, Returned> = [OutputSchema] extends [StandardSchema]
  ? InferOutput<OutputSchema>
  : ReturnedValue<Returned>;

/** What an `execute` that takes the place of this one, in `tool.with()`, may return. */
export type Replaceable<OutputSchema, Returned> = [OutputSchema] extends [StandardSchema]
  ? Returnable<OutputSchema>
  :
      | ReturnedValue<Returned>
      | ValidationError
      | (undefined extends ReturnedValue<Returned> ? void : never);

/**
 * The output of a tool without an output schema: what `execute` returns, nothing being `undefined`,
 * and `unknown` where the compiler knows nothing of it.
 */
type ReturnedValue<Returned> = [AnyReturn] extends [Returned] ? unknown : Widened<Given<Returned>>;

type Given<Returned> = Returned extends ValidationError
  ? never
  : void extends Returned
    ? undefined
    : Returned;

/**
 * Everything that can be said about a tool: the argument of `createTool()`.
 *
 * The type parameters are inferred; nobody needs to write them. Without an `outputSchema` the type of
 * the output is what `execute` returns: put `execute` in front of the functions that get the output,
 * or they know nothing of it.
 */
export interface ToolDefinition<
  Id extends string = string,
  InputSchema extends StandardJsonSchema | undefined = undefined,
  OutputSchema extends StandardSchema | undefined = undefined,
  SuspendSchema extends StandardSchema | undefined = undefined,
  ResumeSchema extends StandardJsonSchema | undefined = undefined,
  ContextSchema extends StandardSchema | undefined = undefined,
  Returned = unknown,
> extends ToolHooks<SchemaOutput<InputSchema>, NoInfer<OutputValue<OutputSchema, Returned>>> {
  /** The tool's own identity. A model sees the key the tool is registered under. */
  readonly id: Id;
  /** A name for people. */
  readonly title?: string;
  /** What the tool does; the model decides by it when to use the tool. */
  readonly description?: string;
  /** Describes the input. A model is given it as JSON Schema. */
  readonly inputSchema?: InputSchema;
  /** Describes the output; what `execute` returns is validated against it. */
  readonly outputSchema?: OutputSchema;
  /** Describes what `suspend()` is given. */
  readonly suspendSchema?: SuspendSchema;
  /** Describes the answer that a suspended call waits for. */
  readonly resumeSchema?: ResumeSchema;
  /**
   * Makes the schema of one suspension's answer of what was asked, as JSON: for tools whose questions
   * differ. It takes the place of `resumeSchema`, and must give the same schema for the same payload.
   */
  readonly resumeSchemaFor?: (suspendPayload: unknown) => StandardJsonSchema;
  /** Describes the request context; it is validated before `execute` runs. */
  readonly requestContextSchema?: ContextSchema;
  /** Asks providers that can to make arguments fit the schema exactly. */
  readonly strict?: boolean;
  /** Examples of valid inputs, for providers that take them. */
  readonly inputExamples?: readonly { readonly input: NoInfer<ExampleInput<InputSchema>> }[];
  /** Provider name ⇒ options that go along with this tool. */
  readonly providerOptions?: ProviderOptions;
  /** Hints and metadata for MCP clients and for approval policies. */
  readonly mcp?: ToolMcpProperties;
  /** Whether a call must be approved before it runs. */
  readonly requireApproval?: RequireApproval<
    SchemaOutput<InputSchema>,
    ContextValues<ContextSchema>
  >;
  /** How long its calls wait for people, and what then takes the place of an answer. Default: for ever. */
  readonly waits?: WaitOptions;
  /** How long `execute` may take, in milliseconds; then the call ends with an error. */
  readonly timeoutMs?: number;
  /** Lets calls run in the background. Until background work exists they run in the foreground. */
  readonly background?: ToolBackgroundConfig;
  /** What the tool does. Without it, the call is left to the client that runs the agent. */
  readonly execute?: (
    input: SchemaOutput<InputSchema>,
    context: ToolContext<
      SchemaInput<SuspendSchema>,
      SchemaOutput<ResumeSchema>,
      ContextValues<ContextSchema>
    >,
  ) => Returned | Promise<Returned>;
  /**
   * Makes what the model is told of the output: a string, a JSON value, or
   * `{ type: 'text' | 'json' | 'content', value }`.
   */
  readonly toModelOutput?: (output: NoInfer<OutputValue<OutputSchema, Returned>>) => unknown;
  /** Makes what screens and stored transcripts may see. */
  readonly transform?: ToolTransform<
    SchemaInput<InputSchema>,
    NoInfer<OutputValue<OutputSchema, Returned>>,
    SchemaInput<SuspendSchema>,
    SchemaOutput<ResumeSchema>
  >;
}

/** An example is shown to the model, so it is what the input schema takes. */
export type ExampleInput<InputSchema> = [InputSchema] extends [StandardJsonSchema]
  ? InferInput<InputSchema>
  : Readonly<Record<string, unknown>>;
