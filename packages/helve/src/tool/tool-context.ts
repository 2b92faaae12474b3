import type { ModelMessage } from './message.ts';
import type { RequestContext, RequestContextValues } from './request-context.ts';

/** Values attached to a span or a log record. */
export type ObserveAttributes = Readonly<Record<string, string | number | boolean>>;

/** Records what happens inside a tool; free of cost where no tracer is registered. */
export interface ToolObserve {
  /**
   * Runs `work` inside a child span. Its result or error passes through; neither is recorded.
   *
   * @example
   * const rows = await context.observe.span('query', () => db.all(sql), { table: 'orders' });
   */
  span<T>(name: string, work: () => T | PromiseLike<T>, attributes?: ObserveAttributes): Promise<T>;
  /** Records a structured log line on the current span. */
  log(
    level: 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: string,
    data?: ObserveAttributes,
  ): void;
}

/**
 * A chunk of the tool's own making. Its type starts with `data-`; it is shown to people as it is.
 *
 * @example
 * const chunk: CustomChunk = { type: 'data-progress', data: { done: 3, of: 10 }, transient: true };
 */
export interface CustomChunk {
  readonly type: `data-${string}`;
  readonly data?: unknown;
  /** Not kept in the transcript. */
  readonly transient?: boolean;
}

/** Sends progress to whoever watches the run. */
export interface ToolWriter {
  /** Sends a payload of the phase `progress`: a `tool-output` chunk, projected like any payload. */
  write(payload: unknown): Promise<void>;
  /**
   * Sends a chunk of the tool's own making, meant for people: no transform touches it.
   *
   * @example
   * await context.writer.custom({ type: 'data-progress', data: { done: 3, of: 10 } });
   */
  custom(chunk: CustomChunk): Promise<void>;
}

/** The members that stop a call until somebody answers. */
export interface ToolSuspension<Suspend = unknown, Resume = unknown> {
  /**
   * Stops the call and waits for an answer, for as long as it takes. The tool is run again from its
   * start with `resumeData`; nothing that this run of it returns or throws afterwards counts.
   *
   * @example
   * if (!context.resumeData) return await context.suspend({ question: 'Which address?' });
   */
  suspend(payload?: Suspend): Promise<never>;
  /** The answer, parsed by `resumeSchema`; `undefined` before the first suspension. */
  readonly resumeData: Resume | undefined;
  /** What the call suspended with last. */
  readonly suspendPayload: Suspend | undefined;
}

/** What an agent adds to a tool's context. */
export interface AgentToolContext<Suspend = unknown, Resume = unknown>
  extends ToolSuspension<Suspend, Resume> {
  readonly agentId: string;
  readonly runId: string;
  readonly toolCallId: string;
  /** The conversation the model was given when it made this call. */
  readonly messages: readonly ModelMessage[];
  readonly threadId?: string;
  readonly resourceId?: string;
}

/** What a workflow adds to a tool's context. */
export interface WorkflowToolContext<Suspend = unknown, Resume = unknown>
  extends ToolSuspension<Suspend, Resume> {
  readonly runId: string;
  readonly workflowId: string;
  readonly state: Readonly<Record<string, unknown>>;
  setState(state: Readonly<Record<string, unknown>>): void | PromiseLike<void>;
}

/** The answer to an elicitation. */
export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What an MCP server adds to a tool's context. */
export interface McpToolContext<Suspend = unknown, Resume = unknown>
  extends ToolSuspension<Suspend, Resume> {
  readonly protocolVersion: string;
  readonly extra: {
    readonly signal: AbortSignal;
    readonly requestId: string | number;
    readonly authInfo?: Readonly<Record<string, unknown>>;
    readonly _meta?: Readonly<Record<string, unknown>>;
    /**
     * Asks the client for something beside an elicitation, such as `sampling/createMessage` or
     * `roots/list`, and gives what it answers. Rejects where the client cannot do it.
     */
    sendRequest(request: {
      readonly method: string;
      readonly params?: Readonly<Record<string, unknown>>;
      /** What the client knows the question by. Default: a name of the runtime's. */
      readonly name?: string;
    }): Promise<Readonly<Record<string, unknown>>>;
  };
  readonly elicitation: {
    /** Asks the client's user; `requestedSchema` is a flat object of primitives. */
    sendRequest(request: {
      readonly message: string;
      readonly requestedSchema: Readonly<Record<string, unknown>>;
      /** What the client knows the question by. Default: a name of the runtime's. */
      readonly name?: string;
    }): Promise<ElicitationResult>;
  };
  log(
    level: 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency',
    message: string,
    data?: unknown,
  ): Promise<void>;
  progress(update: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }): Promise<void>;
}

/** What a background worker adds to a tool's context. */
export interface BackgroundToolContext {
  readonly taskId: string;
  readonly disposition: 'deferred' | 'awaited';
  /** Hands the task over to work that goes on elsewhere; once per task. */
  adopt(work: {
    readonly completion: Promise<unknown>;
    readonly cancel?: (reason?: unknown) => void | PromiseLike<void>;
  }): void;
}

/**
 * What a tool's `execute` is given beside its input, in every runtime. `agent`, `workflow`, `mcp`
 * and `background` are there exactly in theirs.
 *
 * @example
 * async function look({ id }: { id: string }, { abortSignal, observe }: ToolContext) {
 *   const url = `https://example.com/orders/${id}`;
 *   return observe.span('fetch', () => fetch(url, { signal: abortSignal }));
 * }
 */
export interface ToolContext<
  Suspend = unknown,
  Resume = unknown,
  Values extends object = RequestContextValues,
> extends ToolSuspension<Suspend, Resume> {
  readonly requestContext: RequestContext<Values>;
  /** Aborted when the run is, and when the tool's `timeoutMs` is over. */
  readonly abortSignal: AbortSignal;
  readonly observe: ToolObserve;
  readonly writer: ToolWriter;
  readonly runId: string;
  readonly toolCallId: string;
  /** 1 for the first execution of this call; more after a resume or a recovery. */
  readonly attempt: number;
  /** The same for every execution of this call: for services that accept one. */
  readonly idempotencyKey: string;
  readonly agent?: AgentToolContext<Suspend, Resume>;
  readonly workflow?: WorkflowToolContext<Suspend, Resume>;
  readonly mcp?: McpToolContext<Suspend, Resume>;
  readonly background?: BackgroundToolContext;
}

/**
 * What a caller may hand to `tool.execute()` as its second argument. All of it is optional; what is
 * absent is supplied.
 *
 * @example
 * const context: ToolCallContext = { requestContext: { userId: 'u-1' }, resumeData: { row: 7 } };
 */
export type ToolCallContext<Values extends object = RequestContextValues> = {
  readonly [Member in Exclude<keyof ToolContext, 'requestContext'>]?: ToolContext[Member];
} & {
  /** A `RequestContext`, or its values as a plain object. */
  readonly requestContext?: RequestContext<Values> | Values;
};
