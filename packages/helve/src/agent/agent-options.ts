import type { ApprovalRule } from '../call/call-runtime.ts';
import type { Guard } from '../call/guard.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { ModelSettings, ProviderTool, ToolChoice } from '../model/model-request.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../tool/logger.ts';
import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { StepResult, ToolResultEntry } from './run-result.ts';

/** Tools by the name a model uses for them. */
export type ToolRecord = Readonly<Record<string, AnyTool | ProviderTool>>;

/** A value, or how to get it for one request. */
export type PerRequest<T> =
  | T
  | ((request: { readonly requestContext: RequestContext }) => T | Promise<T>);

/** What is asked before and told after each call. */
export interface AgentHooks {
  /** Decides before the gate, and fails closed. */
  readonly beforeToolCall?: Guard;
  /** Watches: what it throws is logged, and nobody waits for it. */
  readonly afterToolCall?: (result: ToolResultEntry & { readonly runId: string }) => unknown;
}

/** Whether the run should end after the steps so far. */
export type StopCondition = (progress: {
  readonly steps: readonly StepResult[];
}) => boolean | Promise<boolean>;

/** What an agent is made of. */
export interface AgentOptions {
  /** The agent's identity: runs are found again by it, so keep it the same between deployments. */
  readonly id: string;
  /** A name for people. */
  readonly name?: string;
  /** What the model is told before everything else. */
  readonly instructions?: PerRequest<string>;
  /** An AI SDK language model, or `'provider/model'`. */
  readonly model: PerRequest<LanguageModel | string>;
  readonly tools?: PerRequest<ToolRecord>;
  readonly hooks?: AgentHooks;
  /** Which calls must be approved, beside those whose tool says so itself. */
  readonly requireToolApproval?: ApprovalRule;
  /** How many calls of a step run at once. Default 10. */
  readonly toolCallConcurrency?: number;
  /** How many steps a run may take. Default 20. */
  readonly maxSteps?: number;
  readonly stopWhen?: StopCondition;
  readonly modelSettings?: ModelSettings;
  /** Where runs are kept. Default: this process's memory. */
  readonly store?: Store;
  /** Where mishaps are reported that nobody awaits. Default `console`. */
  readonly logger?: Logger;
  /**
   * How long a guard, an approval rule, a transform or `toModelOutput` may take, in milliseconds.
   * Default 30,000.
   */
  readonly decisionTimeoutMs?: number;
}

/** What one run may say for itself; it also goes along with every decision on it. */
export interface RunOptions {
  /** Values for tools that the model does not see. Never stored: supply it again on a decision. */
  readonly requestContext?: RequestContext;
  /** Aborts the run: every open call ends. */
  readonly abortSignal?: AbortSignal;
  readonly requireToolApproval?: ApprovalRule;
  readonly hooks?: AgentHooks;
  readonly stopWhen?: StopCondition;
}

/** What `generate()` and `stream()` take beside the input. */
export interface GenerateOptions extends RunOptions {
  /** Default: a random one. */
  readonly runId?: string;
  /** Takes the agent's instructions' place. */
  readonly instructions?: string;
  readonly maxSteps?: number;
  /** Applies to the first step only where it forces a tool. */
  readonly toolChoice?: ToolChoice;
  /** The names of the tools that may be used. Default: all. */
  readonly activeTools?: readonly string[];
  readonly toolCallConcurrency?: number;
  readonly modelSettings?: ModelSettings;
}

/** What an agent is given: the user's words, or a whole conversation. */
export type AgentInput = string | readonly ModelMessage[];

/** Names a waiting call. */
export interface CallReference {
  readonly runId: string;
  readonly toolCallId: string;
}

/** Who decided, and why; both go into the record, and the reason of a decline to the model. */
export interface DecisionDetails {
  readonly by?: string;
  readonly reason?: string;
}

/** What `approveToolCall()` takes. */
export interface ApproveOptions extends CallReference, DecisionDetails, RunOptions {
  /** Takes the accepted input's place, if it fits the schema. */
  readonly input?: unknown;
}

/** What `declineToolCall()` takes. */
export interface DeclineOptions extends CallReference, DecisionDetails, RunOptions {}

/** What `resumeStream()` takes beside the answer. */
export interface ResumeOptions extends RunOptions, Omit<DecisionDetails, 'reason'> {
  readonly runId: string;
  /** May be left out where just one call is suspended. */
  readonly toolCallId?: string;
}

/** What `addToolResult()` takes: what a client made of a call that was left to it. */
export type ClientResult = CallReference &
  RunOptions &
  ({ readonly output: unknown } | { readonly error: string });
