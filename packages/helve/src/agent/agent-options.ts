import type { ApprovalRule } from '../call/call-runtime.ts';
import type { Guard } from '../call/guard.ts';
import type { Policy } from '../call/policy.ts';
import type { DownloadOptions } from '../model/download/download-options.ts';
import type { LanguageModel } from '../model/language-model.ts';
import type { ModelSettings, ToolChoice } from '../model/model-request.ts';
import type { StandardJsonSchema } from '../schema/standard-schema.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../tool/logger.ts';
import type { ModelMessage } from '../tool/message.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { AuthorizeDecision } from './decide/decision-question.ts';
import type { RunResult, StepResult, ToolResultEntry } from './run/run-result.ts';
import type { RestoreRequestContext } from './run/run-to-continue.ts';
import type { StoreStreamOptions } from './stream/store-stream-options.ts';
import type { TurnSettings } from './turns/turn-settings.ts';
import type { WaitSettings } from './waits/wait-settings.ts';

/** Tools by the name a model uses for them. */
export type ToolRecord = Readonly<Record<string, AnyTool | ProvidedTool>>;

/** A tool that the provider itself runs, as its package makes it: `openai.tools.webSearch({})`. */
export interface ProvidedTool {
  readonly type: 'provider' | 'provider-defined';
  /** `<provider>.<tool>` */
  readonly id: `${string}.${string}`;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Tools that come together, from an MCP server for example, with a rule for all of them. */
export interface ToolsetOptions {
  readonly tools: ToolRecord;
  /** Which of these tools' calls must be approved, beside what tool, agent and run say. */
  readonly requireApproval?: ApprovalRule;
}

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

/** What a step is about to be taken with. */
export interface StepOutlook {
  readonly stepNumber: number;
  readonly steps: readonly StepResult[];
  readonly messages: readonly ModelMessage[];
  readonly requestContext: RequestContext;
}

/** What one step does differently. What is absent stays as it is. */
export interface StepSettings {
  readonly model?: LanguageModel | string;
  readonly instructions?: string;
  /** The conversation as the model is to see it in this step; it is kept as it is. */
  readonly messages?: readonly ModelMessage[];
  readonly activeTools?: readonly string[];
  readonly toolChoice?: ToolChoice;
  readonly modelSettings?: ModelSettings;
}

/** Decides on the settings of the next step. */
export type PrepareStep = (
  outlook: StepOutlook,
) => StepSettings | undefined | Promise<StepSettings | undefined>;

/** What watches a run. Nobody waits for these, and what they throw is logged. */
export interface RunCallbacks {
  readonly onStepFinish?: (step: StepResult) => unknown;
  /** The run has ended, or waits. */
  readonly onFinish?: (result: RunResult) => unknown;
  /** The run has failed. */
  readonly onError?: (failure: { readonly runId: string; readonly error: unknown }) => unknown;
}

/** A call that cannot be carried out, and why. */
export interface BrokenCall {
  readonly toolName: string;
  /** The argument text as the model wrote it. */
  readonly input: string;
  /** What the model would be told. */
  readonly problem: string;
  readonly toolNames: readonly string[];
  readonly messages: readonly ModelMessage[];
  readonly requestContext: RequestContext;
}

/**
 * Gives the call as it was meant: another name, other argument text, or both. `undefined` leaves it
 * broken. What it gives is checked like anything a model writes.
 */
export type RepairToolCall = (
  call: BrokenCall,
) => RepairedCall | undefined | Promise<RepairedCall | undefined>;

/** What takes a broken call's place. */
export interface RepairedCall {
  readonly toolName?: string;
  readonly input?: string;
}

/** Whether the run should end after the steps so far. */
export type StopCondition = (progress: {
  readonly steps: readonly StepResult[];
}) => boolean | Promise<boolean>;

/** Which tools a model has to search for. */
export interface ToolSearchOptions {
  /** The names of tools that are in the prompt from the start. Default: none. */
  readonly always?: readonly string[];
  /** How many tools a search finds at most. Default 5. */
  readonly limit?: number;
}

/** An agent that the model of another one can call: any `Agent`. */
export interface SubAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  generate(input: string): Promise<RunResult>;
}

/** What an agent is made of. */
export interface AgentOptions extends RunCallbacks, WaitSettings, TurnSettings, StoreStreamOptions {
  /** The agent's identity: runs are found again by it, so keep it the same between deployments. */
  readonly id: string;
  /** A name for people. */
  readonly name?: string;
  /** What it is good for: what the model of another agent is told of it. Default: the name. */
  readonly description?: string;
  /** What the model is told before everything else. */
  readonly instructions?: PerRequest<string>;
  /** An AI SDK language model, or `'provider/model'`. */
  readonly model: PerRequest<LanguageModel | string>;
  readonly tools?: PerRequest<ToolRecord>;
  /**
   * Agents to which the model can give work: `{ researcher }` makes a tool `agent-researcher` that
   * takes a prompt and gives the agent's answer. They work with this agent's store and logger and
   * the run's request context and abort signal; what they wait for surfaces in this agent's runs.
   */
  readonly agents?: Readonly<Record<string, SubAgent>>;
  readonly hooks?: AgentHooks;
  /** Which calls must be approved, beside those whose tool says so itself. */
  readonly requireToolApproval?: ApprovalRule;
  /** Which calls are carried out, which must be approved and which fail, as plain data. */
  readonly policy?: Policy;
  /** How many calls of a step run at once. Default 10. */
  readonly toolCallConcurrency?: number;
  /** How many steps a run may take. Default 20. */
  readonly maxSteps?: number;
  /** How many calls of one step are carried out; those beyond end with an error. Default 128. */
  readonly maxToolCallsPerStep?: number;
  /** How many calls of one run are carried out; those beyond end with an error. Default 1,000. */
  readonly maxToolCalls?: number;
  readonly repairToolCall?: RepairToolCall;
  /**
   * Keeps tools out of the prompt until the model has searched for them: for agents with hundreds.
   * `true` puts all off. Gates and rules stay as they are.
   */
  readonly toolSearch?: boolean | ToolSearchOptions;
  /**
   * Lets the model hand a user's answer to calls that are suspended on the thread. It cannot
   * approve. Default `false`.
   */
  readonly autoResumeSuspendedTools?: boolean;
  readonly stopWhen?: StopCondition;
  readonly prepareStep?: PrepareStep;
  readonly modelSettings?: ModelSettings;
  /**
   * How often a request to the model is made again after a passing failure, as long as nothing of a
   * response has come. Default 2.
   */
  readonly maxRetries?: number;
  /** Models to turn to, in this order, when the model cannot answer. */
  readonly fallbackModels?: readonly (LanguageModel | string)[];
  /** How files are downloaded that a model cannot fetch from their address; `false`: they are not. */
  readonly downloads?: DownloadOptions | false;
  /**
   * What becomes of a waiting call when a message comes on its thread: it stays decidable (`keep`,
   * the default), it is denied (`supersede`), or the message is refused (`refuse`).
   */
  readonly whenMessaged?: 'keep' | 'supersede' | 'refuse';
  /**
   * Says who may decide on a waiting call, and who may see it in `listSuspendedRuns()` where that is
   * given a request context. Asked before every decision; what throws, hangs or is not `true`
   * refuses it. Default: whoever can call the agent's methods may decide.
   */
  readonly authorizeDecision?: AuthorizeDecision;
  /**
   * Makes the request context of a run that goes on where none is at hand: in `recover()`, and on
   * decisions that come without one. A context is never stored. Without this, a run that was started
   * with one is not recovered but reported.
   */
  readonly restoreRequestContext?: RestoreRequestContext;
  /** Where runs are kept. Default: this process's memory. */
  readonly store?: Store;
  /**
   * How long other processes leave a run alone that a process carries out and does not renew, in
   * milliseconds; it is renewed three times as often. What blocks the event loop for longer makes
   * the process look dead. Default 30,000.
   */
  readonly leaseMs?: number;
  /** Where mishaps are reported that nobody awaits. Default `console`. */
  readonly logger?: Logger;
  /**
   * How long a guard, an approval rule, a transform or `toModelOutput` may take, in milliseconds.
   * Default 30,000.
   */
  readonly decisionTimeoutMs?: number;
}

/**
 * What one run may say for itself; it also goes along with every decision on it. A run that is still
 * going on in this process, while a sibling executes, keeps what it was started with.
 */
export interface RunOptions extends RunCallbacks {
  /** Values for tools that the model does not see. Never stored: supply it again on a decision. */
  readonly requestContext?: RequestContext;
  /** Aborts the run: every open call ends. */
  readonly abortSignal?: AbortSignal;
  readonly requireToolApproval?: ApprovalRule;
  /**
   * Holds beside the agent's policy, and the stricter of both counts. The one that a run is started
   * with is stored with it; one that comes along with a decision holds until the run next waits.
   */
  readonly policy?: Policy;
  readonly hooks?: AgentHooks;
  /** Each of these limits takes the place of the agent's. */
  readonly downloads?: DownloadOptions | false;
  readonly stopWhen?: StopCondition;
  readonly prepareStep?: PrepareStep;
  /**
   * More tools for this run, by where they come from. A name must not be taken twice. They are not
   * stored: pass them again along with a decision on a run that has them.
   */
  readonly toolsets?: Readonly<Record<string, ToolsetOptions>>;
  /** Tools that the client carries out; an `execute` of theirs is left out. */
  readonly clientTools?: Readonly<Record<string, AnyTool>>;
  /** Mends a call that cannot be carried out as the model wrote it; asked once a call. */
  readonly repairToolCall?: RepairToolCall;
  /**
   * Asks for an object of this schema as the final answer: `result.object`. An answer that does not
   * fit is sent back once.
   */
  readonly output?: StandardJsonSchema;
}

/** Names a conversation. */
export interface MemoryOptions {
  /** The conversation's id; the first message on it makes it. */
  readonly thread: string;
  /** Whose conversation it is, such as a user's id. */
  readonly resource?: string;
  /**
   * How many of the conversation's messages the model is given, beside the new ones. It begins with
   * a message of the user's, so there may be fewer, but never less than the last turn, whole.
   * Default: all.
   */
  readonly lastMessages?: number;
}

/** What `generate()` and `stream()` take beside the input. */
export interface GenerateOptions extends RunOptions, WaitSettings, StoreStreamOptions {
  /** The conversation that the run goes on with. Without it, the run stands alone. */
  readonly memory?: MemoryOptions;
  /** Default: a random one. */
  readonly runId?: string;
  /** Takes the agent's instructions' place. */
  readonly instructions?: string;
  readonly maxSteps?: number;
  readonly maxToolCallsPerStep?: number;
  readonly maxToolCalls?: number;
  /** Applies to the first step only where it forces a tool. */
  readonly toolChoice?: ToolChoice;
  /** The names of the tools that may be used. Default: all. */
  readonly activeTools?: readonly string[];
  readonly toolCallConcurrency?: number;
  readonly modelSettings?: ModelSettings;
  readonly maxRetries?: number;
}

/** What an agent is given: the user's words, or a whole conversation. */
export type AgentInput = string | readonly ModelMessage[];
