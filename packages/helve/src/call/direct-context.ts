import { validateWith } from '../schema/validate.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolSource } from '../tool/tool.ts';
import type { ToolCallContext, ToolContext, ToolWriter } from '../tool/tool-context.ts';
import { ValidationFailedError } from '../tool/tool-errors.ts';
import { suspendUnavailable } from './suspension.ts';
import { silentObserve } from './telemetry.ts';
import { validationError } from './validation-texts.ts';

/** In a direct call nobody watches, so what a tool writes goes nowhere. */
const deafWriter: ToolWriter = {
  write: async () => undefined,
  custom: async () => undefined,
};

/** Tells the direct calls of this process apart from those of any other. */
const PROCESS_ID = Math.random().toString(36).slice(2, 10);
let calls = 0;

/** The context of a direct call: what the caller gave, and a member for everything else. */
export function directContext(
  tool: ToolSource,
  requestContext: RequestContext,
  resumeData: unknown,
  given: ToolCallContext | undefined,
): {
  readonly context: ToolContext;
  readonly clock: AbortController | undefined;
  readonly hasSuspended: boolean;
} {
  const clock = tool.timeoutMs === undefined ? undefined : new AbortController();
  let signal = given?.abortSignal;
  if (clock) signal = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
  const toolCallId = given?.toolCallId ?? `direct-${PROCESS_ID}-${++calls}`;
  const runId = given?.runId ?? toolCallId;
  let hasSuspended = false;
  const hostSuspend = given?.suspend;
  const context: ToolContext = {
    ...given,
    requestContext,
    // Signals are costly; one that nothing can abort is made only for tools that look at it.
    get abortSignal(): AbortSignal {
      signal ??= new AbortController().signal;
      return signal;
    },
    observe: given?.observe ?? silentObserve,
    writer: given?.writer ?? deafWriter,
    runId,
    toolCallId,
    attempt: given?.attempt ?? 1,
    idempotencyKey: given?.idempotencyKey ?? `${runId}:${toolCallId}`,
    suspend: hostSuspend
      ? async (payload) => {
          const checked = await checkedPayload(tool, payload);
          hasSuspended = true;
          return hostSuspend(checked);
        }
      : suspendUnavailable,
    resumeData,
    suspendPayload: given?.suspendPayload,
  };
  return {
    context,
    clock,
    get hasSuspended(): boolean {
      return hasSuspended;
    },
  };
}

async function checkedPayload(tool: ToolSource, payload: unknown): Promise<unknown> {
  if (!tool.suspendSchema) return payload;
  const result = await validateWith(tool.suspendSchema, payload);
  if (result.ok) return result.value;
  throw new ValidationFailedError(validationError('suspend payload', tool.id, result.issues));
}
