import type { SourcedRule } from '../../call/call-runtime.ts';
import type { CheckedPolicy } from '../../call/checked-policy.ts';
import type { Policy } from '../../call/policy.ts';
import type { LoadFile } from '../../model/download/download-file.ts';
import type { DownloadOptions } from '../../model/download/download-options.ts';
import type { LanguageModel, ModelAdapter } from '../../model/language-model.ts';
import type { ModelSettings, ToolChoice } from '../../model/model-request.ts';
import type { Store } from '../../store/store.ts';
import type { Logger } from '../../tool/logger.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import type { WaitOptions } from '../../tool/wait-options.ts';
import type {
  AgentHooks,
  PrepareStep,
  RepairToolCall,
  RunCallbacks,
  StopCondition,
} from '../agent-options.ts';
import type { AuthorizeDecision } from '../decide/decision-question.ts';
import type { ObjectFormat } from '../step/structured-output.ts';
import type { Toolset } from '../tools/toolset.ts';
import type { ThreadQueues } from '../turns/thread-queues.ts';
import type { Expiries } from '../waits/expiries.ts';
import type { WaitSettings } from '../waits/wait-settings.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

/**
 * What a run is started with and needs again when it goes on in another process: plain JSON.
 * Functions cannot be kept, so it is remembered that there were some.
 */
export interface StoredSettings extends WaitSettings {
  /** How many messages the run was started with. */
  readonly inputLength: number;
  readonly instructions?: string;
  readonly maxSteps?: number;
  readonly activeTools?: readonly string[];
  readonly toolCallConcurrency?: number;
  readonly modelSettings?: ModelSettings;
  /** That no tool may be used holds for every step. */
  readonly toolChoice?: 'none';
  readonly maxRetries?: number;
  readonly maxToolCallsPerStep?: number;
  readonly maxToolCalls?: number;
  readonly requireToolApproval?: boolean | 'destructive';
  readonly policy?: Policy;
  readonly downloads?: StoredDownloads | false;
  /** Whether the run's stream is stored, where it says so itself. */
  readonly storeStream?: boolean;
  /** How much of its thread the model is given. */
  readonly lastMessages?: number;
  /** The run was started with a request context. What was in it is never kept. */
  readonly hasContext?: true;
  /** What was given for this run only and is no plain data; a decision must bring it along. */
  readonly functions?: readonly (
    | 'requireToolApproval'
    | 'hooks.beforeToolCall'
    | 'output'
    | 'downloads'
  )[];
}

/** What of a run's downloads is plain data. */
export type StoredDownloads = Omit<DownloadOptions, 'fetch' | 'allowPrivateAddresses'> & {
  readonly allowPrivateAddresses?: boolean;
};

/** Everything a live run works with, resolved from the agent, the run's options and the store. */
export interface RunConfig {
  readonly agentId: string;
  readonly agentName: string;
  /** The model, and those to turn to when it cannot answer. */
  readonly adapters: readonly ModelAdapter[];
  /** Finds the adapter of another model, for a step that wants one. */
  readonly adapterOf: (model: LanguageModel | string) => ModelAdapter | Promise<ModelAdapter>;
  readonly maxRetries: number;
  readonly instructions: string | undefined;
  readonly toolset: Toolset;
  readonly activeTools: ReadonlySet<string>;
  /** Active tools that are not in the prompt until the model has searched for them. */
  readonly deferred: ReadonlySet<string>;
  readonly searchLimit: number;
  readonly toolChoice: ToolChoice | undefined;
  readonly toolCallConcurrency: number;
  readonly maxSteps: number;
  readonly maxToolCallsPerStep: number;
  readonly maxToolCalls: number;
  readonly repairToolCall: RepairToolCall | undefined;
  readonly stopConditions: readonly StopCondition[];
  /** The agent's, then the run's: later settings win. */
  readonly prepareStep: readonly PrepareStep[];
  readonly callbacks: readonly RunCallbacks[];
  readonly objectFormat: ObjectFormat | undefined;
  readonly approvalRules: readonly SourcedRule[];
  /** A decision on the live run may bring one more. */
  readonly policies: CheckedPolicy[];
  readonly waits: WaitOptions;
  /** Who wants to go on with which thread here. */
  readonly threads: ThreadQueues;
  /** Told of waits that expire: those of the agent at the top. */
  readonly expiries: Expiries;
  readonly hooks: AgentHooks;
  readonly modelSettings: ModelSettings | undefined;
  readonly requestContext: RequestContext;
  readonly abortSignal: AbortSignal | undefined;
  /** Downloads the files that a model cannot fetch, each once a run. */
  readonly loadFile: LoadFile;
  readonly store: Store;
  /** Keeps the runs that are carried out here the agent's own. */
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  readonly decisionTimeoutMs: number;
  readonly authorizeDecision: AuthorizeDecision | undefined;
  /** Whether somebody reads the run while it goes on. */
  readonly streaming: boolean;
  /** Whether the run's stream is stored, unless the run is a part of another one. */
  readonly storeStream: boolean;
}
