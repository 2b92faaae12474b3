import type { ApprovalRule } from '../call/call-runtime.ts';
import { adaptModel } from '../model/adapt-model.ts';
import type { LanguageModel, ModelAdapter } from '../model/language-model.ts';
import { resolveModel } from '../model/resolve-model.ts';
import type { Store } from '../store/store.ts';
import type { Logger } from '../tool/logger.ts';
import { RequestContext } from '../tool/request-context.ts';
import { InvalidAgentError } from './agent-errors.ts';
import type {
  AgentOptions,
  GenerateOptions,
  PerRequest,
  RunOptions,
  ToolRecord,
} from './agent-options.ts';
import type { RunConfig, StoredSettings } from './run-config.ts';
import type { Toolset } from './toolset.ts';
import { createToolset } from './toolset.ts';

/** What an agent keeps between its runs: made once, used by all. */
export interface AgentParts {
  readonly options: AgentOptions;
  readonly store: Store;
  readonly logger: Logger;
  /** Adapters by the model they speak to; they remember the messages they have encoded. */
  readonly adapters: WeakMap<LanguageModel, ModelAdapter>;
  /** Adapters by `'provider/model'`. */
  readonly named: Map<string, Promise<ModelAdapter>>;
  /** Toolsets by the record they were made of. */
  readonly toolsets: WeakMap<ToolRecord, Toolset>;
}

const DEFAULTS = { toolCallConcurrency: 10, maxSteps: 20, decisionTimeoutMs: 30_000 } as const;
const NO_TOOLS: ToolRecord = {};

/** Puts together what a run works with. `own` is what it was started with, `given` what goes along now. */
export async function resolveConfig(
  parts: AgentParts,
  own: Omit<StoredSettings, 'inputLength'> & Pick<GenerateOptions, 'toolChoice'>,
  given: RunOptions,
  streaming: boolean,
): Promise<RunConfig> {
  const { options } = parts;
  const requestContext = given.requestContext ?? new RequestContext();
  // These may be functions of the request that take their time.
  const [adapter, instructions, toolset] = await Promise.all([
    resolveAdapter(parts, requestContext),
    own.instructions ?? perRequest(options.instructions, requestContext),
    resolveToolset(parts, requestContext),
  ]);
  const modelSettings = mergeSettings(options.modelSettings, own.modelSettings);
  return {
    agentId: options.id,
    adapter,
    instructions,
    toolset,
    activeTools: own.activeTools ? checkActive(own.activeTools, toolset) : toolset.names,
    toolChoice: own.toolChoice,
    toolCallConcurrency: count('toolCallConcurrency', own, options),
    maxSteps: count('maxSteps', own, options),
    stopConditions: [options.stopWhen, given.stopWhen].filter((stop) => stop !== undefined),
    approvalRules: approvalRules(options, own, given),
    hooks: { ...options.hooks, ...given.hooks },
    modelSettings,
    requestContext,
    abortSignal: given.abortSignal,
    store: parts.store,
    logger: parts.logger,
    decisionTimeoutMs: options.decisionTimeoutMs ?? DEFAULTS.decisionTimeoutMs,
    streaming,
  };
}

/** The tools of one request. */
export async function resolveToolset(
  parts: AgentParts,
  requestContext: RequestContext,
): Promise<Toolset> {
  const record = (await perRequest(parts.options.tools, requestContext)) ?? NO_TOOLS;
  let toolset = parts.toolsets.get(record);
  if (!toolset) {
    toolset = createToolset(record, parts.logger);
    parts.toolsets.set(record, toolset);
  }
  return toolset;
}

async function resolveAdapter(
  parts: AgentParts,
  requestContext: RequestContext,
): Promise<ModelAdapter> {
  const model = await perRequest(parts.options.model, requestContext);
  if (model === undefined) {
    throw new InvalidAgentError(
      `Agent "${parts.options.id}" has no model. Give it one: model: openai('gpt-5'), or 'openai/gpt-5'.`,
    );
  }
  if (typeof model === 'string') {
    const known = parts.named.get(model) ?? Promise.resolve(resolveModel(model));
    parts.named.set(model, known);
    // A provider that could not be loaded now may be there the next time.
    known.catch(() => parts.named.delete(model));
    return known;
  }
  const adapter = parts.adapters.get(model) ?? adaptModel(model);
  parts.adapters.set(model, adapter);
  return adapter;
}

function perRequest<T>(
  value: PerRequest<T> | undefined,
  requestContext: RequestContext,
): T | undefined | Promise<T> {
  return isFunction(value) ? value({ requestContext }) : value;
}

function isFunction<T>(
  value: PerRequest<T> | undefined,
): value is (request: { readonly requestContext: RequestContext }) => T | Promise<T> {
  return typeof value === 'function';
}

/** A number of things, of which there must be at least one. */
function count(
  name: 'toolCallConcurrency' | 'maxSteps',
  own: Pick<StoredSettings, 'toolCallConcurrency' | 'maxSteps'>,
  options: AgentOptions,
): number {
  const value = own[name] ?? options[name] ?? DEFAULTS[name];
  if (value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1)) return value;
  throw new InvalidAgentError(`${name} is ${value}; it must be a whole number of at least 1.`);
}

function checkActive(names: readonly string[], toolset: Toolset): ReadonlySet<string> {
  for (const name of names) {
    if (!toolset.names.has(name)) {
      throw new InvalidAgentError(
        `activeTools names "${name}", and there is no such tool. There are: ${[...toolset.names].join(', ') || 'none'}.`,
      );
    }
  }
  return new Set(names);
}

/** The rules that can ask for approval. A rule that never asks is left out. */
function approvalRules(
  options: AgentOptions,
  own: Pick<StoredSettings, 'requireToolApproval'>,
  given: RunOptions,
): readonly ApprovalRule[] {
  const rules = [options.requireToolApproval, own.requireToolApproval, given.requireToolApproval];
  return [...new Set(rules)].filter((rule) => rule !== undefined && rule !== false);
}

function mergeSettings(
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
