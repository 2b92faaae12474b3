import { validateWith } from '../schema/validate.ts';
import { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ToolCallContext, ToolContext } from '../tool/tool-context.ts';
import {
  NotExecutableError,
  ToolTimeoutError,
  ValidationFailedError,
} from '../tool/tool-errors.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { checkRequestContext } from './check-request-context.ts';
import { directContext } from './direct-context.ts';
import { race } from './race.ts';
import { isTracing, startToolSpan } from './telemetry.ts';
import { validateInput } from './validate-input.ts';
import { validationError } from './validation-texts.ts';

/**
 * Runs a tool as a plain function: the pipeline's stages 3, 5, 8 and 10. A direct call is the host's
 * own act, so no gate and no guard stands before it, and what it gives never leaves the process.
 */
export async function callDirectly(
  tool: ToolSource,
  input: unknown,
  given: ToolCallContext | undefined,
): Promise<unknown> {
  if (!tool.execute) throw new NotExecutableError(tool.id);
  const pending = validateInput(tool, tool.id, input); //                         3
  const checked = pending instanceof Promise ? await pending : pending;
  if (!checked.ok) return validationError('input', tool.id, checked.issues);

  let requestContext = asRequestContext(given?.requestContext);
  if (tool.requestContextSchema) {
    const context = await checkRequestContext(tool, requestContext); //           5
    if (!context.ok) return validationError('request context', tool.id, context.issues);
    requestContext = context.requestContext;
  }
  let resumeData: unknown = given?.resumeData;
  if (tool.resumeSchema && resumeData !== undefined) {
    const answer = await validateWith(tool.resumeSchema, resumeData);
    if (!answer.ok) return validationError('answer', tool.id, answer.issues);
    resumeData = answer.value;
  }
  const context = directContext(tool, requestContext, resumeData, given);
  const returned = await executeDirectly(tool, checked.parsed, context, given); // 8

  if (isValidationError(returned) || !tool.outputSchema) return returned;
  if (returned === undefined && context.hasSuspended) return undefined;
  const output = validateWith(tool.outputSchema, returned); //                    10
  const result = output instanceof Promise ? await output : output;
  return result.ok ? result.value : validationError('output', tool.id, result.issues);
}

/** Like {@link callDirectly}, but a validation error is thrown. */
export async function runDirectly(
  tool: ToolSource,
  input: unknown,
  given: ToolCallContext | undefined,
): Promise<unknown> {
  const result = await callDirectly(tool, input, given);
  if (isValidationError(result)) throw new ValidationFailedError(result);
  return result;
}

function asRequestContext(given: ToolCallContext['requestContext']): RequestContext {
  return given instanceof RequestContext ? given : new RequestContext(given);
}

function executeDirectly(
  tool: ToolSource,
  input: unknown,
  { context, clock }: ReturnType<typeof directContext>,
  given: ToolCallContext | undefined,
): unknown {
  if (isTracing()) return executeInSpan(tool, input, context, clock, given);
  return executeInTime(tool, () => tool.execute?.(input, context), clock, given?.abortSignal);
}

async function executeInSpan(
  tool: ToolSource,
  input: unknown,
  context: ToolContext,
  clock: AbortController | undefined,
  given: ToolCallContext | undefined,
): Promise<unknown> {
  const { id: toolName, description } = tool;
  const span = await startToolSpan({
    toolName,
    toolCallId: context.toolCallId,
    ...(description === undefined ? {} : { description }),
  });
  const traced: ToolContext = { ...context, observe: given?.observe ?? span.observe };
  try {
    const result = await executeInTime(
      tool,
      () => span.within(() => tool.execute?.(input, traced)),
      clock,
      given?.abortSignal,
    );
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.name : typeof error);
    throw error;
  }
}

/** Without a signal and a clock there is nothing to race, and a direct call stays cheap. */
function executeInTime(
  tool: ToolSource,
  work: () => unknown,
  clock: AbortController | undefined,
  signal: AbortSignal | undefined,
): unknown {
  if (!signal && !clock) return work();
  return raceDirectly(tool, work, clock, signal);
}

async function raceDirectly(
  tool: ToolSource,
  work: () => unknown,
  clock: AbortController | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = new ToolTimeoutError(tool.id, tool.timeoutMs ?? 0);
  const raced = await race(work, {
    signal,
    timeoutMs: tool.timeoutMs,
    onTimeout: () => clock?.abort(timeout),
  });
  if (raced.kind === 'done') return raced.value;
  if (raced.kind === 'timed-out') throw timeout;
  throw raced.kind === 'threw' ? raced.error : raced.reason;
}
