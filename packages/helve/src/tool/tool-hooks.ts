import type { ModelMessage } from './message.ts';

/**
 * What every hook is told about the call it watches.
 *
 * @example
 * const onInputStart = ({ toolCallId }: ToolCallOptions) => metrics.started(toolCallId);
 */
export interface ToolCallOptions {
  readonly toolCallId: string;
  /** The conversation the model was given when it made this call. */
  readonly messages: readonly ModelMessage[];
  readonly abortSignal: AbortSignal;
}

/**
 * What `onInputDelta` is given.
 *
 * @example
 * const onInputDelta = ({ toolCallId, partialInput }: InputDelta) =>
 *   preview.show(toolCallId, structuredClone(partialInput));
 */
export interface InputDelta extends ToolCallOptions {
  /** The next piece of argument text, as the model wrote it. */
  readonly inputTextDelta: string;
  /**
   * The arguments as far as they have come, strings and arrays unfinished, or `undefined` before
   * the first value. Unvalidated. Each piece is parsed once, and the same object grows from delta to
   * delta, so copy it where you keep it.
   */
  readonly partialInput: unknown;
}

/**
 * The four callbacks that watch a call. They are never awaited; what they return is ignored, and what
 * they throw is logged.
 *
 * @example
 * const hooks: ToolHooks<{ city: string }, { forecast: string }> = {
 *   onInputAvailable: ({ input }) => console.log(`asked for ${input.city}`),
 *   onOutput: ({ output, toolName }) => console.log(`${toolName}: ${output.forecast}`),
 * };
 */
export interface ToolHooks<Input = unknown, Output = unknown> {
  /** The model begins to write the arguments. */
  onInputStart?(options: ToolCallOptions): unknown;
  /** Another piece of the arguments has come. */
  onInputDelta?(options: InputDelta): unknown;
  /** The arguments are complete, parsed and valid. Once per call, also where it waits later. */
  onInputAvailable?(options: { readonly input: Input } & ToolCallOptions): unknown;
  /** The tool succeeded. Once per call. */
  onOutput?(
    options: { readonly output: Output; readonly toolName: string } & Omit<
      ToolCallOptions,
      'messages'
    >,
  ): unknown;
}
