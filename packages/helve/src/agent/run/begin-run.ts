import { loadOnce } from '../../schema/load-once.ts';
import type { ParentCall, RunRecord } from '../../store/records.ts';
import type { CommitResult } from '../../store/store.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { InvalidAgentError, StoreConflictError } from '../agent-errors.ts';
import type { AgentInput, GenerateOptions, MemoryOptions } from '../agent-options.ts';
import { readRunPolicy } from '../policy/run-policies.ts';
import { openStoredLog } from '../stream/open-stored-log.ts';
import type { Place } from '../turns/thread-queues.ts';
import { whenBusyOf } from '../turns/turn-settings.ts';
import { commitInTurn, enterQueue, waitInQueue } from '../turns/wait-turn.ts';
import { storedWaits } from '../waits/wait-settings.ts';
import { freshId, idsIn } from './ids.ts';
import type { AgentParts } from './resolve-config.ts';
import { resolveConfig } from './resolve-config.ts';
import type { ParentRun } from './run.ts';
import { Run } from './run.ts';
import type { StoredSettings } from './run-config.ts';
import { hasFunctions, storedDownloads } from './stored-downloads.ts';
import { withResults } from './with-results.ts';

/**
 * Accepts a run: its settings are checked and its record is stored; the loop has not begun.
 *
 * @throws InvalidAgentError for settings or input that cannot be run.
 */
export async function beginRun(
  parts: AgentParts,
  input: AgentInput,
  options: GenerateOptions,
  streaming: boolean,
  parent?: ParentRun,
): Promise<Run> {
  const messages = asMessages(input);
  const { memory } = options;
  const settings = settingsToStore(options, messages.length);
  if (!memory) return await acceptRun(parts, messages, settings, options, streaming, parent);
  checkMemory(memory);
  // Before anything that takes its time: who comes first has its turn first.
  const queued = enterQueue(parts.threads, memory.thread, whenBusyOf(parts.options));
  try {
    return await acceptRun(parts, messages, settings, options, streaming, parent, queued);
  } catch (error) {
    queued.place.leave();
    throw error;
  }
}

async function acceptRun(
  parts: AgentParts,
  messages: ModelMessage[],
  settings: StoredSettings,
  options: GenerateOptions,
  streaming: boolean,
  parent: ParentRun | undefined,
  queued?: ReturnType<typeof enterQueue>,
): Promise<Run> {
  const { memory, abortSignal: signal } = options;
  const own = options.toolChoice ? { ...settings, toolChoice: options.toolChoice } : settings;
  const resolving = resolveConfig(parts, own, options, streaming);
  const config = resolving instanceof Promise ? await resolving : resolving;
  // Before anything waiting is superseded: a message that is refused must change nothing.
  if (options.runId !== undefined && (await parts.store.loadRun(options.runId))) {
    throw runExists(options.runId);
  }
  const { whenMessaged = 'keep' } = parts.options;
  const superseding =
    memory && whenMessaged !== 'keep' ? await import('./supersede.ts') : undefined;
  if (memory && queued) {
    const { isRefused } = queued;
    await waitInQueue(queued.place, memory.thread, { isRefused, signal });
    await superseding?.checkMessaged(parts, memory.thread);
  }
  const created = newRecord(options, config.agentId, settings, parent);
  const isStored = config.storeStream && !parent;
  const record: RunRecord = isStored ? { ...created, chunkLog: { length: 0 } } : created;
  const run = new Run(config, record, {
    history: messages,
    added: [],
    committed: messages.length,
    usedIds: new Set<string>(idsIn(messages)),
    asleep: false,
  });
  run.parent = parent;
  const opening = openStoredLog(run);
  if (opening) await opening;
  const { runId, threadId } = record;
  const thread = threadId === undefined ? {} : { threadId };
  const turn = run.turn ? { turn: true } : {};
  const transition = {
    run: record,
    ...(run.lease ? { lease: { ...run.lease.claim, ...turn } } : {}),
    messages: messages.map((message, position) => ({ runId, ...thread, position, message })),
  };
  const commit = (): Promise<CommitResult> => config.store.commit(transition);
  const result = await (memory
    ? commitInTurn(commit, whenBusyOf(parts.options), signal)
    : commit());
  if (!result.ok) throw runExists(runId);
  const superseded =
    memory && queued
      ? await goOnWith(parts, run, memory, queued.place, superseding?.supersede)
      : undefined;
  run.emit('start', { agentId: config.agentId });
  if (superseded) superseding?.announceSuperseded(run, superseded);
  return run;
}

type Supersede = typeof import('./supersede.ts').supersede;

const threads = loadOnce(() => import('./thread.ts'));

/** It is the run's turn: reads the conversation that it goes on with, behind which its messages stand. */
async function goOnWith(
  parts: AgentParts,
  run: Run,
  memory: MemoryOptions,
  place: Place,
  supersede: Supersede | undefined,
): Promise<Awaited<ReturnType<Supersede>> | undefined> {
  const { runId, turn } = run;
  try {
    void turn?.enter(place);
    const superseded = await supersede?.(parts, memory.thread);
    const { lastMessages } = memory;
    const part = { lastMessages, without: runId };
    const { loadThread } = await threads();
    const { messages } = await loadThread(parts.store, memory.thread, part);
    for (const id of idsIn(messages)) run.usedIds.add(id);
    run.rewrite([...messages, ...run.history]);
    if (turn) turn.isHeld = turn.isUpToDate = true;
    return superseded;
  } catch (error) {
    await abandonRun(run);
    throw error;
  }
}

/** Ends a run that was accepted and could not be begun. */
export async function abandonRun(run: Run): Promise<void> {
  run.turn?.leave();
  try {
    await run.commit({ run: run.next({ state: 'failed' }) });
  } catch (error) {
    const text = `Run "${run.runId}" could not be begun, nor its end be stored.`;
    run.config.logger.error(text, { runId: run.runId, error });
    await run.lease?.release();
  }
}

function checkMemory({ lastMessages = 1 }: MemoryOptions): void {
  if (Number.isInteger(lastMessages) && lastMessages >= 1) return;
  throw new InvalidAgentError(
    `memory.lastMessages is ${lastMessages}; it must be a whole number of at least 1.`,
  );
}

function runExists(runId: string): StoreConflictError {
  return new StoreConflictError(
    `There is a run "${runId}" already. Leave runId out, or choose another.`,
  );
}

function newRecord(
  { runId, memory }: GenerateOptions,
  agentId: string,
  settings: StoredSettings,
  parent: ParentRun | undefined,
): RunRecord {
  const now = Date.now();
  const resourceId = parent?.run.record.resourceId ?? memory?.resource;
  return {
    runId: runId ?? freshId('run'),
    agentId,
    version: 0,
    state: 'running',
    ...(memory ? { threadId: memory.thread } : {}),
    ...(resourceId === undefined ? {} : { resourceId }),
    ...(parent ? { parent: callOf(parent) } : {}),
    stepCount: 0,
    // Settings are plain data; see `StoredSettings`.
    settings: settings as unknown as JsonObject,
    usage: {},
    createdAt: now,
    updatedAt: now,
  };
}

function callOf({ run, source: { runId, toolCallId } }: ParentRun): ParentCall {
  return { agentId: run.config.agentId, runId, toolCallId };
}

function asMessages(input: AgentInput): ModelMessage[] {
  if (typeof input === 'string' && input !== '') return [{ role: 'user', content: input }];
  if (!Array.isArray(input) || input.length === 0) {
    throw new InvalidAgentError(
      'The input is empty. Give the agent a text, or messages: [{ role: "user", content: "…" }].',
    );
  }
  // `Array.isArray` does not narrow readonly arrays.
  const messages = [...(input as readonly ModelMessage[])];
  messages.forEach(checkMessage);
  return withResults(messages);
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** Callers without types, and stored conversations, can give anything. */
function checkMessage(message: Partial<ModelMessage> | null | undefined, index: number): void {
  const content = message?.content;
  const isText = typeof content === 'string' && message?.role !== 'tool';
  if (ROLES.includes(message?.role) && (isText || isParts(content))) return;
  throw new InvalidAgentError(
    `Message ${index} of the input is not a message: it needs a role (system, user, assistant, tool) and a content: a text, or parts that each have a type, such as { role: "user", content: [{ type: "text", text: "…" }] }.`,
  );
}

function isParts(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.every(
      (part: unknown) =>
        typeof part === 'object' && part !== null && typeof Reflect.get(part, 'type') === 'string',
    )
  );
}

/** What of a run's options outlives the process. Of functions it is kept that they were there. */
function settingsToStore(options: GenerateOptions, inputLength: number): StoredSettings {
  const { requireToolApproval, policy, hooks, instructions, maxSteps, activeTools } = options;
  const { toolCallConcurrency, modelSettings, maxRetries } = options;
  const { maxToolCallsPerStep, maxToolCalls, downloads } = options;
  const functions = [
    ...(typeof requireToolApproval === 'function' ? (['requireToolApproval'] as const) : []),
    ...(hooks?.beforeToolCall ? (['hooks.beforeToolCall'] as const) : []),
    ...(options.output ? (['output'] as const) : []),
    ...(hasFunctions(downloads) ? (['downloads'] as const) : []),
  ];
  return {
    inputLength,
    ...(instructions === undefined ? {} : { instructions }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(activeTools === undefined ? {} : { activeTools }),
    ...(toolCallConcurrency === undefined ? {} : { toolCallConcurrency }),
    ...(modelSettings === undefined ? {} : { modelSettings }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(maxToolCallsPerStep === undefined ? {} : { maxToolCallsPerStep }),
    ...(maxToolCalls === undefined ? {} : { maxToolCalls }),
    ...(requireToolApproval === undefined || typeof requireToolApproval === 'function'
      ? {}
      : { requireToolApproval }),
    ...(policy === undefined ? {} : { policy: readRunPolicy(policy).data }),
    ...(downloads === undefined ? {} : { downloads: storedDownloads(downloads) }),
    ...(functions.length === 0 ? {} : { functions }),
    ...storedWaits(options),
    ...(options.toolChoice === 'none' ? { toolChoice: 'none' } : {}),
    ...(options.storeStream === undefined ? {} : { storeStream: options.storeStream }),
    ...(options.memory?.lastMessages === undefined
      ? {}
      : { lastMessages: options.memory.lastMessages }),
    ...((options.requestContext?.size ?? 0) > 0 ? { hasContext: true } : {}),
  };
}
