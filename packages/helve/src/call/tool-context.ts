import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type {
  AgentToolContext,
  ToolContext,
  ToolObserve,
  ToolWriter,
} from '../tool/tool-context.ts';
import type { CheckedCall, Resumption } from './call.ts';
import type { CallRuntime } from './call-runtime.ts';
import { ownGetter } from './own-getter.ts';

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
  return new CallContext(call, runtime, parts);
}

class CallContext implements ToolContext {
  readonly suspend: ToolContext['suspend'];
  readonly resumeData: unknown;
  readonly suspendPayload: unknown;
  readonly requestContext: RequestContext;
  readonly observe: ToolObserve;
  readonly writer: ToolWriter;
  readonly runId: string;
  readonly toolCallId: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly #call: CheckedCall;
  readonly #runtime: CallRuntime;
  readonly #parts: ExecutionParts;
  #signal: AbortSignal | undefined;
  #agent: AgentToolContext | undefined;

  constructor(call: CheckedCall, runtime: CallRuntime, parts: ExecutionParts) {
    const { runId, toolCallId, requestContext } = call;
    const { resumption, suspend, observe, abortSignal } = parts;
    this.suspend = suspend;
    this.resumeData = resumption?.resumeData;
    this.suspendPayload = resumption?.suspendPayload;
    this.requestContext = requestContext;
    this.observe = observe;
    this.writer = writerOf(call, runtime, parts);
    this.runId = runId;
    this.toolCallId = toolCallId;
    this.attempt = (resumption?.attempts ?? 0) + 1;
    this.idempotencyKey = `${runId}:${toolCallId}`;
    this.#call = call;
    this.#runtime = runtime;
    this.#parts = parts;
    this.#signal = abortSignal;
    Object.defineProperty(this, 'abortSignal', ABORT_SIGNAL);
    Object.defineProperty(this, 'agent', AGENT);
  }

  // Signals are costly; one that nothing can abort is made only for tools that look at it.
  get abortSignal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  get agent(): AgentToolContext {
    this.#agent ??= new AgentMembers(this.#call, this.#runtime, this.#parts);
    return this.#agent;
  }
}

const ABORT_SIGNAL = ownGetter(CallContext.prototype, 'abortSignal');
const AGENT = ownGetter(CallContext.prototype, 'agent');

class AgentMembers implements AgentToolContext {
  readonly suspend: ToolContext['suspend'];
  readonly resumeData: unknown;
  readonly suspendPayload: unknown;
  readonly agentId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly runId: string;
  readonly toolCallId: string;
  readonly #runtime: CallRuntime;

  constructor(call: CheckedCall, runtime: CallRuntime, { suspend, resumption }: ExecutionParts) {
    const { agentId, threadId, resourceId } = runtime.agent;
    this.suspend = suspend;
    this.resumeData = resumption?.resumeData;
    this.suspendPayload = resumption?.suspendPayload;
    this.agentId = agentId;
    if (threadId !== undefined) this.threadId = threadId;
    if (resourceId !== undefined) this.resourceId = resourceId;
    this.runId = call.runId;
    this.toolCallId = call.toolCallId;
    this.#runtime = runtime;
    Object.defineProperty(this, 'messages', MESSAGES);
  }

  // Made only for tools that look at it: a conversation may be long.
  get messages(): readonly ModelMessage[] {
    return this.#runtime.messages();
  }
}

const MESSAGES = ownGetter(AgentMembers.prototype, 'messages');

function writerOf(
  { toolCallId, toolName }: CheckedCall,
  runtime: CallRuntime,
  { isOver }: ExecutionParts,
): ToolWriter {
  return {
    write: async (payload) => {
      if (!isOver()) runtime.writeProgress({ toolCallId, toolName }, payload);
    },
    custom: async (chunk) => {
      if (!isOver()) runtime.writeCustom(chunk);
    },
  };
}
