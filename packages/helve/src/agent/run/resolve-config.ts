import type { SourcedRule } from '../../call/call-runtime.ts';
import type { CheckedPolicy } from '../../call/checked-policy.ts';
import type { LanguageModel, ModelAdapter } from '../../model/language-model.ts';
import { allOf, andThen } from '../../schema/and-then.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { Store } from '../../store/store.ts';
import type { Logger } from '../../tool/logger.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { AgentOptions, GenerateOptions, RunOptions, ToolRecord } from '../agent-options.ts';
import { runPolicies } from '../policy/run-policies.ts';
import { gatherTools } from '../tools/gather-tools.ts';
import type { Toolset } from '../tools/toolset.ts';
import { createToolset } from '../tools/toolset.ts';
import type { ThreadQueues } from '../turns/thread-queues.ts';
import type { Expiries } from '../waits/expiries.ts';
import { resolveWaits } from '../waits/wait-settings.ts';
import { adapterOf, resolveAdapters } from './find-adapters.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { loadFiles } from './load-files.ts';
import { perRequest } from './per-request.ts';
import type { RunConfig, StoredSettings } from './run-config.ts';

/** What an agent keeps between its runs: made once, used by all. */
export interface AgentParts {
  readonly options: AgentOptions;
  readonly store: Store;
  /** Keeps its live runs its own. */
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  readonly threads: ThreadQueues;
  readonly expiries: Expiries;
  /** The agent's own. */
  readonly policy: CheckedPolicy | undefined;
  /** Adapters by the model they speak to; they remember the messages they have encoded. */
  readonly adapters: WeakMap<LanguageModel, ModelAdapter>;
  /** Adapters by `'provider/model'`. */
  readonly named: Map<string, Promise<ModelAdapter>>;
  /** Toolsets by the record they were made of. */
  readonly toolsets: WeakMap<ToolRecord, Toolset>;
  /** The tools by which the model calls sub-agents. */
  readonly agentTools: ToolRecord;
  /** Sub-agents by the name of that tool. */
  readonly subAgents: ReadonlyMap<string, AgentParts>;
}

export const DEFAULTS = {
  toolCallConcurrency: 10,
  maxSteps: 20,
  maxToolCallsPerStep: 128,
  maxToolCalls: 1_000,
  maxRetries: 2,
  decisionTimeoutMs: 30_000,
} as const;
const NO_TOOLS: ToolRecord = {};
const NO_HOOKS: RunConfig['hooks'] = {};
const NO_NAMES: ReadonlySet<string> = new Set();

/** What a run was started with: just now, or long ago and by other code. */
type OwnSettings = Omit<StoredSettings, 'inputLength' | 'toolChoice'> &
  Pick<GenerateOptions, 'toolChoice'> & { readonly isStored?: boolean };

const structuredOutput = loadOnce(() => import('../step/structured-output.ts'));

/** Puts together what a run works with. `own` is what it was started with, `given` what goes along now. */
export function resolveConfig(
  parts: AgentParts,
  own: OwnSettings,
  given: RunOptions,
  streaming: boolean,
): RunConfig | Promise<RunConfig> {
  const requestContext = given.requestContext ?? new RequestContext();
  const { output } = given;
  // These may be functions of the request that take their time, or have to be loaded.
  const resolving = allOf([
    resolveAdapters(parts, requestContext),
    own.instructions ?? perRequest(parts.options.instructions, requestContext),
    resolveToolset(parts, given, requestContext),
    loadFiles(parts.options.downloads, own.downloads, given.downloads),
    output && andThen(structuredOutput(), ({ objectFormat }) => objectFormat(output)),
  ]);
  return andThen(resolving, ([adapters, instructions, tools, loadFile, objectFormat]) => {
    const resolved = { requestContext, adapters, instructions, loadFile, objectFormat, ...tools };
    return configOf(parts, own, given, streaming, resolved);
  });
}

/** What may be a function of the request. */
interface Resolved extends ResolvedTools {
  readonly requestContext: RequestContext;
  readonly adapters: readonly ModelAdapter[];
  readonly instructions: string | undefined;
  readonly loadFile: RunConfig['loadFile'];
  readonly objectFormat: RunConfig['objectFormat'];
}

function configOf(
  parts: AgentParts,
  own: OwnSettings,
  given: RunOptions,
  streaming: boolean,
  { requestContext, adapters, instructions, loadFile, objectFormat, toolset, rules }: Resolved,
): RunConfig {
  const { options } = parts;
  const activeTools = chooseActive(own, toolset);
  const modelSettings = mergeSettings(options.modelSettings, own.modelSettings);
  const isKept = streaming && parts.store.isDurable === true;
  const storeStream = own.storeStream ?? options.storeStream ?? isKept;
  return {
    agentId: options.id,
    agentName: options.name ?? options.id,
    adapters,
    adapterOf: (model) => adapterOf(parts, model),
    maxRetries: own.maxRetries ?? options.maxRetries ?? DEFAULTS.maxRetries,
    instructions,
    toolset,
    activeTools,
    ...searchConfig(options.toolSearch, activeTools, toolset),
    toolChoice: own.toolChoice,
    toolCallConcurrency: count('toolCallConcurrency', own, options),
    maxSteps: count('maxSteps', own, options),
    maxToolCallsPerStep: count('maxToolCallsPerStep', own, options),
    maxToolCalls: count('maxToolCalls', own, options),
    repairToolCall: given.repairToolCall ?? options.repairToolCall,
    stopConditions: present(options.stopWhen, given.stopWhen),
    prepareStep: present(options.prepareStep, given.prepareStep),
    callbacks: [options, given],
    objectFormat,
    approvalRules: joined(approvalRules(options, own, given), rules),
    policies: runPolicies(parts.policy, own, given),
    waits: resolveWaits(options, own),
    threads: parts.threads,
    expiries: parts.expiries,
    hooks: given.hooks ? { ...options.hooks, ...given.hooks } : (options.hooks ?? NO_HOOKS),
    modelSettings,
    requestContext,
    abortSignal: given.abortSignal,
    loadFile,
    store: parts.store,
    leases: parts.leases,
    logger: parts.logger,
    decisionTimeoutMs: options.decisionTimeoutMs ?? DEFAULTS.decisionTimeoutMs,
    authorizeDecision: options.authorizeDecision,
    // Others may read what is stored while it comes.
    streaming: streaming || storeStream,
    storeStream,
  };
}

const NOTHING: readonly never[] = [];

/** Those that there are: the agent's, then the run's. There are thousands of runs with neither. */
function present<T>(agents: T | undefined, runs: T | undefined): readonly T[] {
  if (agents === undefined && runs === undefined) return NOTHING;
  return [agents, runs].filter((each) => each !== undefined);
}

function joined<T>(first: readonly T[], rest: readonly T[]): readonly T[] {
  return rest.length === 0 ? first : [...first, ...rest];
}

/** The tools of one request, with those that came along with it. */
export function resolveToolset(
  parts: AgentParts,
  given: RunOptions,
  requestContext: RequestContext = given.requestContext ?? new RequestContext(),
): ResolvedTools | Promise<ResolvedTools> {
  return andThen(perRequest(parts.options.tools, requestContext), (own) => {
    const { record, rules } = gatherTools(own ?? NO_TOOLS, parts.agentTools, given);
    let toolset = parts.toolsets.get(record);
    if (!toolset) {
      toolset = createToolset(record, parts.logger);
      parts.toolsets.set(record, toolset);
    }
    return { toolset, rules };
  });
}

interface ResolvedTools {
  readonly toolset: Toolset;
  readonly rules: readonly SourcedRule[];
}

type Count = 'toolCallConcurrency' | 'maxSteps' | 'maxToolCallsPerStep' | 'maxToolCalls';

/** A number of things, of which there must be at least one. */
function count(name: Count, own: Pick<StoredSettings, Count>, options: AgentOptions): number {
  const value = own[name] ?? options[name] ?? DEFAULTS[name];
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1)) return value;
  throw new InvalidAgentError(`${name} is ${value}; it must be a whole number of at least 1.`);
}

/** A stored name whose tool is gone is just not active: the calls of other tools can go on. */
function chooseActive(
  { activeTools, isStored }: OwnSettings,
  toolset: Toolset,
): ReadonlySet<string> {
  if (!activeTools) return toolset.names;
  return isStored
    ? new Set(activeTools.filter((name) => toolset.names.has(name)))
    : checkActive(activeTools, toolset);
}

/** @throws InvalidAgentError naming what there is. */
export function checkActive(names: readonly string[], toolset: Toolset): ReadonlySet<string> {
  for (const name of names) {
    if (!toolset.names.has(name)) {
      throw new InvalidAgentError(
        `activeTools names "${name}", and there is no such tool. There are: ${[...toolset.names].join(', ') || 'none'}.`,
      );
    }
  }
  return new Set(names);
}

/** What a model has to search for, of the tools that are active. A provider's own are always there. */
function searchConfig(
  search: AgentOptions['toolSearch'],
  active: ReadonlySet<string>,
  toolset: Toolset,
): Pick<RunConfig, 'deferred' | 'searchLimit'> {
  const { always = [], limit = 5 } = typeof search === 'object' ? search : {};
  if (!search) return { deferred: NO_NAMES, searchLimit: limit };
  const kept = checkActive(always, toolset);
  const deferred = [...active].filter((name) => toolset.tools.has(name) && !kept.has(name));
  return { deferred: new Set(deferred), searchLimit: limit };
}

/** The rules that can ask for approval. A rule that never asks is left out. */
function approvalRules(
  options: AgentOptions,
  own: Pick<StoredSettings, 'requireToolApproval'>,
  given: RunOptions,
): readonly SourcedRule[] {
  const agents = options.requireToolApproval;
  if (!agents && !own.requireToolApproval && !given.requireToolApproval) return NOTHING;
  const runs = new Set([own.requireToolApproval, given.requireToolApproval]);
  // What the agent's rule asks for, the same rule need not ask for again.
  runs.delete(agents);
  const sourced: SourcedRule[] = [];
  if (agents !== undefined && agents !== false) sourced.push({ source: 'agent', rule: agents });
  for (const rule of runs) {
    if (rule !== undefined && rule !== false) sourced.push({ source: 'run', rule });
  }
  return sourced;
}

export function mergeSettings(
  agent: RunConfig['modelSettings'],
  run: RunConfig['modelSettings'],
): RunConfig['modelSettings'] {
  if (!agent || !run) return run ?? agent;
  return {
    ...agent,
    ...run,
    ...(agent.headers || run.headers ? { headers: { ...agent.headers, ...run.headers } } : {}),
    ...(agent.providerOptions || run.providerOptions
      ? { providerOptions: { ...agent.providerOptions, ...run.providerOptions } }
      : {}),
  };
}
