import type { ProviderOptions } from './model-output.ts';

/** Whom a transform makes a payload for. */
export type TransformTarget = 'display' | 'transcript';

/** A point in a call's life that has a payload. */
export type Phase =
  | 'input'
  | 'inputDelta'
  | 'progress'
  | 'output'
  | 'error'
  | 'approval'
  | 'suspend'
  | 'resume';

/**
 * What a transform function is given. A phase's own payload is always there; what came before it in
 * the call's life (its input, mostly) is there as far as it is known.
 */
export interface TransformContext<
  Input = unknown,
  Output = unknown,
  Suspend = unknown,
  Resume = unknown,
> {
  readonly target: TransformTarget;
  readonly phase: Phase;
  readonly toolName: string;
  readonly toolCallId: string;
  /** The accepted input; while it streams, absent. What the model wrote, where it was refused. */
  readonly input?: Input;
  readonly inputTextDelta?: string;
  readonly output?: Output;
  readonly error?: unknown;
  readonly progress?: unknown;
  readonly suspendPayload?: Suspend;
  readonly resumeData?: Resume;
  readonly providerMetadata?: ProviderOptions;
}

/**
 * Makes the form of a payload that one audience may see. `undefined` counts as a failure.
 *
 * @example
 * const output: TransformFunction<unknown, { name: string; iban: string }> = ({ output }) => ({
 *   name: output?.name,
 * });
 */
export type TransformFunction<
  Input = unknown,
  Output = unknown,
  Suspend = unknown,
  Resume = unknown,
> = (context: TransformContext<Input, Output, Suspend, Resume>) => unknown;

/**
 * One audience's transforms. Configuring an audience hides every payload from it that no function
 * makes a form of: a missing function gives a placeholder, deltas and progress are dropped.
 */
export interface PhaseTransforms<
  Input = unknown,
  Output = unknown,
  Suspend = unknown,
  Resume = unknown,
> {
  readonly input?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly inputDelta?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly progress?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly output?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly error?: TransformFunction<Input, Output, Suspend, Resume>;
  /** Where absent, the `input` transform takes its place. */
  readonly approval?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly suspend?: TransformFunction<Input, Output, Suspend, Resume>;
  readonly resume?: TransformFunction<Input, Output, Suspend, Resume>;
}

/**
 * What screens and stored transcripts may see of a tool's payloads.
 *
 * @example
 * const transform: ToolTransform = {
 *   display: { input: () => 'one customer', output: () => 'found' },
 *   transcript: {}, // sees that the tool was called, and nothing else
 * };
 */
export interface ToolTransform<
  Input = unknown,
  Output = unknown,
  Suspend = unknown,
  Resume = unknown,
> {
  readonly display?: PhaseTransforms<Input, Output, Suspend, Resume>;
  readonly transcript?: PhaseTransforms<Input, Output, Suspend, Resume>;
}
