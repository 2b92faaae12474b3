import type { ApprovalRule } from '../call/call-runtime.ts';
import type { ModelAdapter } from '../model/language-model.ts';
import type { ModelSettings, ToolChoice } from '../model/model-request.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../tool/logger.ts';
import type { RequestContext } from '../tool/request-context.ts';
import type { AgentHooks, StopCondition } from './agent-options.ts';
import type { Toolset } from './toolset.ts';

/**
 * What a run is started with and needs again when it goes on in another process: plain JSON.
 * Functions cannot be kept, so it is remembered that there were some.
 */
export interface StoredSettings {
  /** How many messages the run was started with. */
  readonly inputLength: number;
  readonly instructions?: string;
  readonly maxSteps?: number;
  readonly activeTools?: readonly string[];
  readonly toolCallConcurrency?: number;
  readonly modelSettings?: ModelSettings;
  readonly requireToolApproval?: boolean | 'destructive';
  /** What was given as a function for this run only; a decision must bring it along. */
  readonly functions?: readonly ('requireToolApproval' | 'beforeToolCall')[];
}

/** Everything a live run works with, resolved from the agent, the run's options and the store. */
export interface RunConfig {
  readonly agentId: string;
  readonly adapter: ModelAdapter;
  readonly instructions: string | undefined;
  readonly toolset: Toolset;
  readonly activeTools: ReadonlySet<string>;
  readonly toolChoice: ToolChoice | undefined;
  readonly toolCallConcurrency: number;
  readonly maxSteps: number;
  readonly stopConditions: readonly StopCondition[];
  readonly approvalRules: readonly ApprovalRule[];
  readonly hooks: AgentHooks;
  readonly modelSettings: ModelSettings | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal | undefined;
  readonly store: Store;
  readonly logger: Logger;
  readonly decisionTimeoutMs: number;
  /** Whether somebody reads the run while it goes on. */
  readonly streaming: boolean;
}
