import { ToolTimeoutError } from '../tool/tool-errors.ts';
import type { CallEnd, CheckedCall, Resumption } from './call.ts';
import { failed } from './call.ts';
import { messageOf } from './call-failure.ts';
import type { CallRuntime } from './call-runtime.ts';
import { logFields } from './log-fields.ts';
import type { Raced } from './race.ts';
import { race } from './race.ts';
import { isSuspendSignal, SuspendRequest } from './suspension.ts';
import type { ToolSpan } from './telemetry.ts';
import { isTracing, silentObserve, startToolSpan } from './telemetry.ts';
import { agentToolContext } from './tool-context.ts';

/** Stage 8's result: what `execute` returned, that it suspended, or how the call ended instead. */
export type Execution =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'suspend-requested'; readonly payload: unknown }
  | { readonly kind: 'ended'; readonly end: CallEnd };

/**
 * How long `execute` may go on after it suspended, in milliseconds, so that its `finally` blocks
 * have run before the wait is announced.
 */
const SUSPEND_GRACE_MS = 5_000;

/**
 * Stage 8: runs the tool beside the run's signal and the tool's clock. It always returns, also
 * where the tool ignores its signal; what such a tool comes to later is logged and dropped.
 */
export async function execute(
  call: CheckedCall,
  runtime: CallRuntime,
  resumption: Resumption | undefined,
): Promise<Execution> {
  const run = call.tool.execute;
  if (!run) throw new TypeError(`"${call.toolName}" has no execute; it is the client's to run.`);
  const span = isTracing() ? await startToolSpan(spanDetails(call)) : undefined;
  const request = new SuspendRequest();
  const clock = call.tool.timeoutMs === undefined ? undefined : new AbortController();
  const signal = mergeSignals(runtime.abortSignal, clock?.signal);
  const context = agentToolContext(call, runtime, {
    suspend: request.suspend,
    observe: span?.observe ?? silentObserve,
    resumption,
    abortSignal: signal,
  });
  const work = (): unknown => run(call.parsedInput, context);
  const raced = await race(() => untilSuspended(span ? () => span.within(work) : work, request), {
    signal: runtime.abortSignal,
    timeoutMs: call.tool.timeoutMs,
    onTimeout: () => clock?.abort(new ToolTimeoutError(call.toolName, call.tool.timeoutMs ?? 0)),
    onLate: (late) => reportLate(call, runtime, late),
  });
  const execution =
    request.requested && raced.kind !== 'aborted' && raced.kind !== 'timed-out'
      ? ({ kind: 'suspend-requested', payload: request.payload } as const)
      : interpret(call, raced);
  endSpan(span, execution);
  return execution;
}

function spanDetails(call: CheckedCall): Parameters<typeof startToolSpan>[0] {
  const { toolName, toolCallId, tool } = call;
  const { description } = tool;
  return { toolName, toolCallId, ...(description === undefined ? {} : { description }) };
}

function mergeSignals(
  run: AbortSignal | undefined,
  clock: AbortSignal | undefined,
): AbortSignal | undefined {
  if (run && clock) return AbortSignal.any([run, clock]);
  return run ?? clock;
}

/** Ends with the tool, or a little after it suspended where it does not let go. */
async function untilSuspended(work: () => unknown, request: SuspendRequest): Promise<unknown> {
  const running = work();
  if (!isPromise(running)) return running;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = (): void => {
      timer ??= setTimeout(() => resolve(undefined), SUSPEND_GRACE_MS);
    };
    if (request.requested) arm();
    else request.onRequested = arm;
    running.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
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
    tool.mcp?.annotations?.readOnlyHint === true
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
  runtime.logger.warn(
    `"${call.toolName}" ${'error' in late ? 'failed' : 'finished'} after its call had ended; that is dropped.`,
    logFields(call, 'error' in late ? late.error : undefined),
  );
}

function endSpan(span: ToolSpan | undefined, execution: Execution): void {
  if (!span) return;
  const failure = execution.kind === 'ended' && execution.end.kind === 'error';
  span.end(failure ? execution.end.failure.code : undefined);
}
