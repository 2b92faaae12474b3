import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type {
  AgentToolContext,
  BackgroundToolContext,
  McpToolContext,
  ToolContext,
  ToolWriter,
  WorkflowToolContext,
} from '../tool/tool-context.ts';
import type { CheckedCall } from './call.ts';
import type { CallRuntime } from './call-runtime.ts';
import type { ExecutionParts } from './execution-parts.ts';
import { ownGetter } from './own-getter.ts';

/** The context of a tool that a runtime runs on behalf of a model. */
export function callToolContext(
  call: CheckedCall,
  runtime: CallRuntime,
  parts: ExecutionParts,
): ToolContext {
  const { agent } = runtime;
  return agent
    ? new AgentCallContext(call, runtime, parts, agent)
    : new CallContext(call, runtime, parts);
}

class CallContext implements ToolContext {
  readonly suspend: ToolContext['suspend'];
  readonly resumeData: unknown;
  readonly suspendPayload: unknown;
  readonly requestContext: RequestContext;
  readonly observe: ToolContext['observe'];
  readonly writer: ToolWriter;
  readonly runId: string;
  readonly toolCallId: string;
  readonly attempt: number;
  readonly idempotencyKey: string;
  // Declared only: where they belong to another runtime they are not there at all.
  declare readonly workflow?: WorkflowToolContext;
  declare readonly mcp?: McpToolContext;
  declare readonly background?: BackgroundToolContext;
  #signal: AbortSignal | undefined;

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
    if (runtime.addToContext) Object.assign(this, runtime.addToContext(call, parts));
    this.#signal = abortSignal;
    Object.defineProperty(this, 'abortSignal', ABORT_SIGNAL);
  }

  // Signals are costly; one that nothing can abort is made only for tools that look at it.
  get abortSignal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }
}

const ABORT_SIGNAL = ownGetter(CallContext.prototype, 'abortSignal');

type AgentIdentity = NonNullable<CallRuntime['agent']>;

/** The context where it is an agent that runs the tool. */
class AgentCallContext extends CallContext {
  readonly #call: CheckedCall;
  readonly #runtime: CallRuntime;
  readonly #parts: ExecutionParts;
  readonly #identity: AgentIdentity;
  #agent: AgentToolContext | undefined;

  constructor(
    call: CheckedCall,
    runtime: CallRuntime,
    parts: ExecutionParts,
    identity: AgentIdentity,
  ) {
    super(call, runtime, parts);
    this.#call = call;
    this.#runtime = runtime;
    this.#parts = parts;
    this.#identity = identity;
    Object.defineProperty(this, 'agent', AGENT);
  }

  get agent(): AgentToolContext {
    this.#agent ??= new AgentMembers(this.#call, this.#identity, this.#runtime, this.#parts);
    return this.#agent;
  }
}

const AGENT = ownGetter(AgentCallContext.prototype, 'agent');

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

  constructor(
    call: CheckedCall,
    { agentId, threadId, resourceId }: AgentIdentity,
    runtime: CallRuntime,
    { suspend, resumption }: ExecutionParts,
  ) {
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
