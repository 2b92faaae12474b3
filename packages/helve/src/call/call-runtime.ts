import type { Logger } from '../tool/logger.ts';
import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import type { CustomChunk, ToolContext } from '../tool/tool-context.ts';
import type { CheckedCall } from './call.ts';
import type { CheckedPolicy } from './checked-policy.ts';
import type { ExecutionParts } from './execution-parts.ts';
import type { Guard } from './guard.ts';

/** A rule of an agent or a run about which calls must be approved. */
export type ApprovalRule =
  | boolean
  | 'destructive'
  | ((call: ApprovalQuestion) => boolean | Promise<boolean>);

/** A rule, and whose it is. */
export interface SourcedRule {
  readonly source: 'agent' | 'run' | 'toolset';
  /** The toolset's key, where it is one's. */
  readonly toolset?: string;
  readonly rule: ApprovalRule;
}

/** What a rule of an agent or a run decides on. */
export interface ApprovalQuestion {
  readonly toolName: string;
  /** The parsed input. */
  readonly input: unknown;
  readonly requestContext: RequestContext;
  readonly annotations: ToolAnnotations;
}

/** What the pipeline asks of the runtime that runs a call. The same for all calls of a step. */
export interface CallRuntime {
  readonly logger: Logger;
  /** As the host supplied it; each tool's own schema is applied per call. */
  readonly requestContext: RequestContext;
  /** The host's signal, where it gave one. */
  readonly abortSignal?: AbortSignal | undefined;
  /** The names of the tools that may be used now. */
  readonly activeTools: ReadonlySet<string>;
  readonly guard?: Guard | undefined;
  /** Rules beside the tool's own; any of them can ask, none can switch another off. */
  readonly approvalRules: readonly SourcedRule[];
  /** Those of agent and run; of what they say of a call, the strictest holds. */
  readonly policies: readonly CheckedPolicy[];
  /** How long a guard, a rule or a transform may take, in milliseconds. */
  readonly decisionTimeoutMs: number;
  /** Absent where it is no agent that runs the call; then the context has no `agent`. */
  readonly agent?: {
    readonly agentId: string;
    readonly threadId?: string | undefined;
    readonly resourceId?: string | undefined;
  };
  /** The members that this runtime alone adds to a tool's context. */
  addToContext?(
    call: CheckedCall,
    parts: ExecutionParts,
  ): Pick<ToolContext, 'workflow' | 'mcp' | 'background'>;
  /**
   * The conversation the model was given when it made the calls of this step. A function, since
   * looking may copy it, and a runtime is spread to make another.
   */
  messages(): readonly ModelMessage[];
  writeProgress(call: { toolCallId: string; toolName: string }, payload: unknown): void;
  writeCustom(chunk: CustomChunk): void;
}
