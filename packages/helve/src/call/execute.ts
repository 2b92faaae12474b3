import { andThen } from '../schema/and-then.ts';
import { ToolTimeoutError } from '../tool/tool-errors.ts';
import { trustedHints } from '../tool/trusted-hints.ts';
import { isValidationError } from '../tool/validation-error.ts';
import type { CallEnd, CheckedCall, Resumption } from './call.ts';
import { failed } from './call.ts';
import { messageOf } from './call-failure.ts';
import type { CallRuntime } from './call-runtime.ts';
import { logFields } from './log-fields.ts';
import { mergeSignals } from './merge-signals.ts';
import type { Raced } from './race.ts';
import { race } from './race.ts';
import { isSuspendSignal, SuspendRequest } from './suspension.ts';
import { isObserved, silentObserve, startToolSpan } from './telemetry.ts';
import { callToolContext } from './tool-context.ts';
import type { ToolSpan } from './tool-span.ts';
import { untilSuspended } from './until-suspended.ts';

/** Stage 8's result: what `execute` returned, that it suspended, or how the call ended instead. */
export type Execution =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'suspend-requested'; readonly payload: unknown }
  | { readonly kind: 'ended'; readonly end: CallEnd };

/**
 * Stage 8: runs the tool beside the run's signal and the tool's clock. It always returns, also
 * where the tool ignores its signal; what such a tool comes to later is logged and dropped.
 */
export function execute(
  call: CheckedCall,
  runtime: CallRuntime,
  resumption: Resumption | undefined,
): Execution | Promise<Execution> {
  const span = isObserved() ? startToolSpan(call) : undefined;
  return andThen(span, (started) => executeWithin(started, call, runtime, resumption));
}

function executeWithin(
  span: ToolSpan | undefined,
  call: CheckedCall,
  runtime: CallRuntime,
  resumption: Resumption | undefined,
): Execution | Promise<Execution> {
  const { tool, toolName, parsedInput } = call;
  const { execute: run, timeoutMs } = tool;
  if (!run) throw new TypeError(`"${toolName}" has no execute; it is the client's to run.`);
  const request = new SuspendRequest();
  const clock = timeoutMs === undefined ? undefined : new AbortController();
  let isOver = false;
  const context = callToolContext(call, runtime, {
    suspend: request.suspend,
    observe: span?.observe ?? silentObserve,
    resumption,
    abortSignal: mergeSignals(runtime.abortSignal, clock?.signal),
    isOver: () => isOver,
  });
  const work = (): unknown => run(parsedInput, context);
  const racing = race(() => untilSuspended(span ? () => span.within(work) : work, request), {
    signal: runtime.abortSignal,
    timeoutMs,
    onTimeout: () => clock?.abort(new ToolTimeoutError(toolName, timeoutMs ?? 0)),
    onLate: (late) => reportLate(call, runtime, late),
  });
  return andThen(racing, (raced): Execution => {
    isOver = true;
    const execution = request.requested ? suspended(request, raced, call) : interpret(call, raced);
    span?.end(failureOf(execution));
    return execution;
  });
}

/** A call that suspended stays so, whatever `execute` came to; unless its end came first. */
function suspended(
  { payload }: SuspendRequest,
  raced: Raced<unknown>,
  call: CheckedCall,
): Execution {
  return raced.kind === 'aborted' || raced.kind === 'timed-out'
    ? interpret(call, raced)
    : { kind: 'suspend-requested', payload };
}

function interpret(call: CheckedCall, raced: Raced<unknown>): Execution {
  switch (raced.kind) {
    case 'done':
      return { kind: 'returned', value: raced.value };
    case 'threw':
      return { kind: 'ended', end: threw(raced.error) };
    case 'aborted':
      return { kind: 'ended', end: aborted(call, raced.reason) };
    case 'timed-out':
      return { kind: 'ended', end: timedOut(call) };
  }
}

function threw(error: unknown): CallEnd {
  const message = messageOf(error);
  return failed({ code: 'TOOL_FAILED', error, modelText: message, displayText: message });
}

/** Ends a call that was open when its run was aborted. */
export function aborted(call: { readonly toolName: string }, reason: unknown): CallEnd {
  const text = `The run was aborted before "${call.toolName}" finished.`;
  return failed({
    code: 'ABORTED',
    error: reason ?? new DOMException(text, 'AbortError'),
    modelText: text,
    displayText: text,
  });
}

function timedOut(call: CheckedCall): CallEnd {
  const { toolName, tool } = call;
  const error = new ToolTimeoutError(toolName, tool.timeoutMs ?? 0);
  const stopped = `"${toolName}" did not finish within ${tool.timeoutMs} ms and was given up.`;
  const effects =
    trustedHints(tool).readOnlyHint === true
      ? ''
      : ' Its effects may still occur; check before you try again.';
  return failed({
    code: 'TIMED_OUT',
    error,
    modelText: stopped + effects,
    displayText: stopped,
  });
}

function reportLate(
  call: CheckedCall,
  runtime: CallRuntime,
  late: { readonly value: unknown } | { readonly error: unknown },
): void {
  if ('error' in late && isSuspendSignal(late.error)) return;
  // It heeded the signal: that is how it should end.
  if ('error' in late && late.error === runtime.abortSignal?.reason) return;
  runtime.logger.warn(
    `"${call.toolName}" ${'error' in late ? 'failed' : 'finished'} after its call had ended; that is dropped.`,
    logFields(call, 'error' in late ? late.error : undefined),
  );
}

/** What a span is told of an execution: a validation error is an error, also a returned one. */
function failureOf(execution: Execution): { readonly error: unknown } | undefined {
  if (execution.kind === 'returned') {
    return isValidationError(execution.value) ? { error: execution.value } : undefined;
  }
  const failed = execution.kind === 'ended' && execution.end.kind === 'error';
  return failed ? execution.end.failure : undefined;
}
