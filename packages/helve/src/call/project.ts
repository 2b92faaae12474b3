import type { JsonValue } from '../tool/json.ts';
import type { Logger } from '../tool/logger.ts';
import type { ProviderOptions, ToolResultOutput } from '../tool/model-output.ts';
import type { ToolSource } from '../tool/tool.ts';
import type {
  Phase,
  TransformContext,
  TransformFunction,
  TransformTarget,
} from '../tool/tool-transform.ts';
import { ask } from './ask.ts';
import type { CallFailure } from './call-failure.ts';
import { messageOf } from './call-failure.ts';
import { logFields } from './log-fields.ts';
import { normalize } from './normalize.ts';

/** What a projection starts from: the call, and what is known of it by now. */
export interface ProjectionSource {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly tool: ToolSource | undefined;
  readonly input?: unknown;
  /** Set once the call failed; its own words stand where no transform says otherwise. */
  readonly failure?: CallFailure;
  /** Set once the call has a result: what the model was given of it. */
  readonly forModel?: ToolResultOutput;
  readonly providerMetadata?: ProviderOptions | undefined;
  /**
   * The input's form for each audience, once made: many chunks show it, and a transform is run at
   * most once for each phase and audience. Shared by all that is derived from this source.
   */
  readonly inputForms: { -readonly [Target in TransformTarget]?: Promise<Projection> };
}

/** The phase's own payload, under the name that transforms know it by. */
export type PhasePayload = Pick<
  TransformContext,
  'inputTextDelta' | 'output' | 'error' | 'progress' | 'suspendPayload' | 'resumeData'
>;

/** How a payload stands before one audience: in some form, or not at all. */
export type Projection =
  | { readonly shown: true; readonly value: JsonValue }
  | { readonly shown: false };

const DROPPED: Projection = { shown: false };

/** What projecting needs beside the call. */
export interface ProjectionRuntime {
  readonly logger: Logger;
  readonly decisionTimeoutMs: number;
  /** Aborted: what hangs is no longer waited for. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** Whether the tool says what this audience may see; if not, it sees everything. */
export function isConfigured(tool: ToolSource | undefined, target: TransformTarget): boolean {
  return tool?.transform?.[target] !== undefined;
}

/**
 * Stage 13 for people: the form a phase's payload takes for one audience. It fails closed: once
 * the audience is configured, a transform that is missing, throws, hangs or gives `undefined`
 * leaves a placeholder; deltas and progress are dropped.
 */
export function project(
  source: ProjectionSource,
  target: TransformTarget,
  phase: Phase,
  payload: PhasePayload,
  runtime: ProjectionRuntime,
): Projection | Promise<Projection> {
  const transforms = source.tool?.transform?.[target];
  if (!transforms) return { shown: true, value: rawForm(source, phase, payload) };
  // What a person is asked about is the input, so its own form stands in for a missing one.
  const own = phase === 'approval' && !transforms.approval ? 'input' : phase;
  const transform = transforms[own];
  if (!transform) return hidden(phase);
  const context: TransformContext = { target, phase: own, ...facts(source), ...payload };
  if (own !== 'input') return apply(source, transform, context, runtime);
  source.inputForms[target] ??= apply(source, transform, context, runtime);
  return source.inputForms[target];
}

async function apply(
  source: ProjectionSource,
  transform: TransformFunction,
  context: TransformContext,
  runtime: ProjectionRuntime,
): Promise<Projection> {
  const { target, phase } = context;
  const answer = await ask(
    () => transform(context),
    runtime.decisionTimeoutMs,
    runtime.abortSignal,
  );
  if (answer.ok && answer.value !== undefined) {
    return { shown: true, value: normalize(answer.value) };
  }
  if (isNews(source, `${target}.${phase}`)) {
    runtime.logger.error(
      `transform.${target}.${phase} of "${source.toolName}" ${answer.ok ? 'returned undefined' : 'failed'}; a placeholder is shown.`,
      logFields(source, answer.ok ? undefined : answer.error),
    );
  }
  return hidden(phase);
}

/** By call: the transforms whose failure was logged. */
const reported = new WeakMap<ProjectionSource['inputForms'], Set<string>>();

/** Whether a transform fails for the first time in its call: deltas are many, and fail alike. */
function isNews({ inputForms }: ProjectionSource, transform: string): boolean {
  const known = reported.get(inputForms) ?? new Set();
  reported.set(inputForms, known);
  const isFirst = !known.has(transform);
  known.add(transform);
  return isFirst;
}

function facts(source: ProjectionSource): Omit<TransformContext, 'target' | 'phase'> {
  const { toolName, toolCallId, input, providerMetadata } = source;
  return {
    toolName,
    toolCallId,
    ...(input === undefined ? {} : { input }),
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
  };
}

/** The form of a payload before an audience that sees everything. */
function rawForm(source: ProjectionSource, phase: Phase, payload: PhasePayload): JsonValue {
  switch (phase) {
    case 'input':
    case 'approval':
      // An input came as JSON: there is nothing to normalise, and it may be large.
      return (source.input ?? null) as JsonValue;
    case 'inputDelta':
      return payload.inputTextDelta ?? null;
    case 'progress':
      return normalize(payload.progress);
    case 'output':
      return normalize(payload.output);
    case 'error':
      return { message: source.failure?.displayText ?? messageOf(payload.error) };
    case 'suspend':
      return normalize(payload.suspendPayload);
    case 'resume':
      return normalize(payload.resumeData);
  }
}

function hidden(phase: Phase): Projection {
  if (phase === 'inputDelta' || phase === 'progress') return DROPPED;
  return { shown: true, value: unavailable(phase) };
}

/** What stands in the place of a payload that cannot be shown. */
export function unavailable(phase: Phase): JsonValue {
  return { message: `Tool ${phase} payload unavailable` };
}
