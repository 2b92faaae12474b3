import type { ModelMessage } from '../tool/message.ts';
import type {
  AgentToolContext,
  ToolContext,
  ToolObserve,
  ToolSuspension,
} from '../tool/tool-context.ts';
import type { CheckedCall, Resumption } from './call.ts';
import type { CallRuntime } from './call-runtime.ts';

/** What one execution adds to what the runtime knows. */
export interface ExecutionParts {
  readonly suspend: (payload?: unknown) => Promise<never>;
  readonly observe: ToolObserve;
  readonly resumption: Resumption | undefined;
  /** Aborted when the run is, or when the tool's time is over. */
  readonly abortSignal: AbortSignal | undefined;
  /** Whether the call has ended: what a tool writes then comes too late, and is dropped. */
  readonly isOver: () => boolean;
}

/** The context of a tool that an agent runs. */
export function agentToolContext(
  call: CheckedCall,
  runtime: CallRuntime,
  parts: ExecutionParts,
): ToolContext {
  const { runId, toolCallId, toolName, requestContext } = call;
  const { resumption, suspend, observe, isOver } = parts;
  const suspension: ToolSuspension = {
    suspend,
    resumeData: resumption?.resumeData,
    suspendPayload: resumption?.suspendPayload,
  };
  const agent: AgentToolContext = {
    ...suspension,
    ...runtime.agent,
    runId,
    toolCallId,
    // Made only for tools that look at it: a conversation may be long.
    get messages(): readonly ModelMessage[] {
      return runtime.messages();
    },
  };
  let signal = parts.abortSignal;
  return {
    ...suspension,
    requestContext,
    // Signals are costly; one that nothing can abort is made only for tools that look at it.
    get abortSignal(): AbortSignal {
      signal ??= new AbortController().signal;
      return signal;
    },
    observe,
    writer: {
      write: async (payload) => {
        if (!isOver()) runtime.writeProgress({ toolCallId, toolName }, payload);
      },
      custom: async (chunk) => {
        if (!isOver()) runtime.writeCustom(chunk);
      },
    },
    runId,
    toolCallId,
    attempt: (resumption?.attempts ?? 0) + 1,
    idempotencyKey: `${runId}:${toolCallId}`,
    agent,
  };
}
