import { validateWith } from '../schema/validate.ts';
import { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ToolCallContext } from '../tool/tool-context.ts';
import { ToolTimeoutError } from '../tool/tool-errors.ts';
import type { ValidationError } from '../tool/validation-error.ts';
import { isValidationError } from '../tool/validation-error.ts';
import { answerSchemaOf } from './answer-schema-of.ts';
import { checkRequestContext } from './check-request-context.ts';
import { checkOutput, refusal } from './direct-checks.ts';
import type { ContextMembers } from './direct-context.ts';
import { DirectContext, directCallId } from './direct-context.ts';
import type { CheckLimits } from './in-time.ts';
import { inTime } from './in-time.ts';
import { mergeSignals } from './merge-signals.ts';
import { race } from './race.ts';
import { SuspendRequest } from './suspension.ts';
import { isObserved, startToolSpan } from './telemetry.ts';
import { untilSuspended } from './until-suspended.ts';

/**
 * Stages 5, 8 and 10 of a direct call beside which something stands: a context that the caller gave,
 * a schema for it, a clock, somebody who observes.
 */
export async function executeInContext(
  tool: ToolSource,
  execute: NonNullable<ToolSource['execute']>,
  input: unknown,
  given: ToolCallContext | undefined,
  limits: CheckLimits,
): Promise<unknown> {
  const checked = await checkGiven(tool, given, limits); //                       5
  if (isValidationError(checked)) return checked;
  const { id: toolName, timeoutMs } = tool;
  const toolCallId = given?.toolCallId ?? directCallId();
  const span = isObserved() ? await startToolSpan({ toolName, toolCallId, tool }) : undefined;
  const request = new SuspendRequest();
  const clock = timeoutMs === undefined ? undefined : new AbortController();
  const context = new DirectContext({
    ...passedOn(given),
    ...checked,
    toolCallId,
    observe: given?.observe ?? span?.observe,
    suspend: given?.suspend && request.suspend,
    abortSignal: mergeSignals(given?.abortSignal, clock?.signal),
  });
  const work = (): unknown => execute(input, context);
  const raced = await race(() => untilSuspended(span ? () => span.within(work) : work, request), {
    signal: given?.abortSignal,
    timeoutMs,
    onTimeout: () => clock?.abort(new ToolTimeoutError(toolName, timeoutMs ?? 0)),
  }); //                                                                          8
  switch (raced.kind) {
    case 'done':
    case 'threw':
      if (request.requested) {
        span?.end();
        return suspendAtHost(tool, request.payload, given, limits);
      }
      if (raced.kind === 'done') {
        span?.end(isValidationError(raced.value) ? { error: raced.value } : undefined);
        return checkOutput(tool, raced.value, limits); //                         10
      }
      span?.end(raced);
      throw raced.error;
    case 'aborted':
      span?.end({ error: raced.reason });
      throw raced.reason;
    case 'timed-out':
      span?.end({ error: clock?.signal.reason });
      throw clock?.signal.reason;
  }
}

/** What the caller gave that schemas of the tool describe, as they parsed it. */
async function checkGiven(
  tool: ToolSource,
  given: ToolCallContext | undefined,
  limits: CheckLimits,
): Promise<Pick<ContextMembers, 'requestContext' | 'resumeData'> | ValidationError> {
  const context = await checkRequestContext(tool, asContext(given?.requestContext), limits);
  if (!context.ok) return refusal('request context', tool, context.issues, limits);
  const { requestContext } = context;
  const resumeData = given?.resumeData;
  if (resumeData === undefined) return { requestContext, resumeData };
  const schema = answerSchemaOf(tool, given?.suspendPayload);
  if (!schema) return { requestContext, resumeData };
  const answer = await inTime(validateWith(schema, resumeData), limits);
  if (!answer.ok) return refusal('answer', tool, answer.issues, limits);
  return { requestContext, resumeData: answer.value };
}

function asContext(given: ToolCallContext['requestContext']): RequestContext {
  return RequestContext.isInstance(given) ? given : new RequestContext(given);
}

/** Members that reach the tool as the caller gave them. */
function passedOn(given: ToolCallContext | undefined): ContextMembers {
  if (!given) return {};
  const { writer, runId, attempt, idempotencyKey, suspendPayload } = given;
  const { agent, workflow, mcp, background } = given;
  const own = { writer, runId, attempt, idempotencyKey, suspendPayload };
  return { ...own, agent, workflow, mcp, background };
}

/**
 * The tool suspended: its payload is the host's business now, and what `suspend()` of the host does
 * is what the call comes to. Nothing that `execute` returned or threw afterwards counts.
 */
async function suspendAtHost(
  tool: ToolSource,
  payload: unknown,
  given: ToolCallContext | undefined,
  limits: CheckLimits,
): Promise<ValidationError | undefined> {
  let checked = payload;
  if (tool.suspendSchema) {
    const result = await inTime(validateWith(tool.suspendSchema, payload), limits);
    if (!result.ok) return refusal('suspend payload', tool, result.issues, limits);
    checked = result.value;
  }
  return given?.suspend?.(checked);
}
