import type { CallRuntime } from '../../call/call-runtime.ts';
import { HookChain } from '../../call/hook-chain.ts';
import type { ProjectionSource } from '../../call/project.ts';
import type { Usage } from '../../model/model-part.ts';
import type { RunRecord } from '../../store/records.ts';
import type { Transition } from '../../store/store.ts';
import type { ModelMessage, SystemMessage, ToolMessage } from '../../tool/message.ts';
import type { ToolSource } from '../../tool/tool.ts';
import type { RunCallbacks } from '../agent-options.ts';
import type { ClosedCalls } from '../calls/close-calls.ts';
import type { GatheredCalls } from '../calls/gathered-calls.ts';
import { Limiter } from '../calls/limiter.ts';
import type { LiveCall, ProvidedCall } from '../calls/live-call.ts';
import type { Chunk, ChunkPayloads, ChunkType, FinishReason } from '../stream/chunk.ts';
import { ChunkLog } from '../stream/chunk-log.ts';
import type { LogEntry } from '../stream/log-entry.ts';
import { logEntry, nestEntry } from '../stream/log-entry.ts';
import type { StoredLog } from '../stream/stored-log.ts';
import type { RunTurn } from '../turns/run-turn.ts';
import { turnOf } from '../turns/run-turn.ts';
import { RUN_FAILED } from './failure-texts.ts';
import { nextRecord } from './next-record.ts';
import type { RunConfig } from './run-config.ts';
import { changedElsewhere, RunLease } from './run-lease.ts';
import type { RunEnd, StepResult, ToolResultEntry } from './run-result.ts';
import type { RunStart } from './run-start.ts';
import { Uncommitted } from './uncommitted.ts';
import { UnderWay } from './under-way.ts';
import { addUsage } from './usage.ts';

/** The run that another is a part of, and what the chunks of that one are shown with. */
export interface ParentRun {
  readonly run: Run;
  /** The call that the other run carries out. */
  readonly source: ProjectionSource;
}

const NO_TOOLS: ReadonlyMap<string, ToolSource> = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** A step as far as it has come. */
export interface OpenStep {
  readonly stepNumber: number;
  readonly runtime: CallRuntime;
  result: StepResult | undefined;
}

/**
 * A run while it is live in this process: what the loop works on. What must last of it is in the
 * store; between a wait and its decision there is no such object.
 */
export class Run {
  readonly runId: string;
  readonly config: RunConfig;
  record: RunRecord;
  /** The conversation: earlier runs on the thread, the input, and what the run added. */
  history: ModelMessage[];
  #prompt: ModelMessage[] | undefined;
  /** What the run added to the conversation. */
  readonly added: ModelMessage[];
  /** How many messages of the run are committed: its input, and what it added. */
  committed: number;
  readonly #uncommitted = new Uncommitted();
  /** Where the results of a restored run's last step belong, if others went on behind it. */
  resultsPlace: number | undefined;
  /** The run that this one is a part of: it hears of chunks and tokens. */
  parent: ParentRun | undefined;
  /** Absent while nobody has asked for one. */
  log: ChunkLog<LogEntry> | undefined;
  /** Writes the log to the store, where the stream is stored. */
  stored: StoredLog | undefined;
  readonly limiter: Limiter;
  /** The calls of the current step, in call order. */
  readonly calls: Map<string, LiveCall> = new Map();
  /** The runs of sub-agents that carry out calls of the current step, by the ids of those. */
  children: Map<string, Run> | undefined;
  /** What became of calls just now, until it is written down. */
  gathered: GatheredCalls | undefined;
  /** How many calls the run has made. */
  callCount: number;
  /** The runtime's own tools that the model is given, by their reserved names. */
  internal: ReadonlyMap<string, ToolSource> = NO_TOOLS;
  /** Tools that a search has found. */
  discovered: ReadonlySet<string>;
  /** Where projections of calls start from that were begun while the response streams, by their ids. */
  earlySources: Map<string, ProjectionSource> | undefined;
  /** The ids of all calls of the conversation. */
  readonly usedIds: Set<string>;
  readonly steps: StepResult[] = [];
  readonly toolResults: ToolResultEntry[] = [];
  /** How the calls of the current step ended; part of that step's result. */
  stepResults: ToolResultEntry[] = [];
  step: OpenStep | undefined;
  /** Set where the response itself says that no other step may follow. */
  stopWith: FinishReason | undefined;
  /** The object that was asked for, once the model gave one. */
  object: unknown;
  /** That the run is carried out here; those of sub-agents are a part of the run at the top. */
  readonly lease: RunLease | undefined;
  /** Its turn on its thread, where it is on one. */
  readonly turn: RunTurn | undefined;
  /** What people are told, should the run fail. */
  failureText: string = RUN_FAILED;
  /** Calls that the provider carries out itself, by its ids, until their results have come. */
  provided: Map<string, ProvidedCall> | undefined;
  /** An answer was sent back for correction. */
  wasRepaired = false;
  /** Hooks of calls of earlier steps that were still running when their step ended. */
  lingering: Set<Promise<void>> | undefined;
  readonly systemMessage: SystemMessage | undefined;
  usage: Usage;
  /** Hooks that watch the run as a whole. */
  readonly hooks: HookChain;
  /** What is under way beside the loop; a decision may add to it. */
  readonly underWay: UnderWay = new UnderWay();
  /** Restored from the store, and not yet set going by a decision. */
  asleep: boolean;
  /** Restored behind the end of a step: the model is to be asked next. */
  goesOn = false;
  /** Set once the run will take no further decision in this object. */
  closing = false;
  /** Resolves when the run has ended, or waits. */
  readonly ended: Promise<RunEnd>;
  readonly end: (end: RunEnd) => void;

  constructor(config: RunConfig, record: RunRecord, state: RunStart) {
    this.runId = record.runId;
    this.config = config;
    this.record = record;
    const { store, leases, threads, logger } = config;
    this.lease = record.parent ? undefined : new RunLease(store, record.runId, leases, logger);
    this.turn = turnOf(threads, record.threadId);
    this.history = state.history;
    this.committed = state.committed;
    this.added = state.added;
    this.resultsPlace = state.resultsPlace;
    this.usedIds = state.usedIds;
    this.callCount = state.callCount ?? 0;
    this.discovered = state.discovered ? new Set(state.discovered) : NO_NAMES;
    this.asleep = state.asleep;
    this.usage = record.usage;
    const { instructions: content } = config;
    this.systemMessage = content === undefined ? undefined : { role: 'system', content };
    this.log = config.streaming ? new ChunkLog() : undefined;
    this.hooks = new HookChain(config.logger);
    this.limiter = new Limiter(config.toolCallConcurrency);
    let resolveEnd: (end: RunEnd) => void = () => undefined;
    this.ended = new Promise((resolve) => {
      resolveEnd = resolve;
    });
    this.end = resolveEnd;
  }

  /** The tool of a name, the runtime's own among them. */
  toolOf(name: string): ToolSource | undefined {
    return this.config.toolset.tools.get(name) ?? this.internal.get(name);
  }

  /** Keeps the run of a sub-agent that carries out a call of the current step. */
  adopt(toolCallId: string, child: Run): void {
    this.children ??= new Map();
    this.children.set(toolCallId, child);
  }

  /** Makes tools that were put off available to the steps that follow. */
  discover(names: readonly string[]): void {
    this.discovered = new Set([...this.discovered, ...names]);
  }

  /** The log, from here on at the latest. */
  openLog(): ChunkLog<LogEntry> {
    this.log ??= new ChunkLog();
    return this.log;
  }

  /** Writes a chunk to the log, where somebody asked for one; a hidden one is no screen's. */
  emit<Type extends ChunkType>(
    type: Type,
    payload: ChunkPayloads[Type],
    source?: ProjectionSource,
    hidden = false,
  ): void {
    if (!this.isHeard) return;
    // The type parameter ties the payload to the type, which a union cannot express here.
    const chunk = { type, runId: this.runId, from: 'AGENT', payload } as Chunk;
    this.write(logEntry(chunk, source, hidden));
  }

  /** The conversation as a model is given it: instructions first. The same array, while it grows. */
  get prompt(): readonly ModelMessage[] {
    const { systemMessage, history } = this;
    if (!systemMessage) return history;
    this.#prompt ??= [systemMessage, ...history];
    return this.#prompt;
  }

  /** Writes to the log, and to that of the run which this one is a part of. */
  write(entry: LogEntry): void {
    if (!this.isHeard) return;
    this.log?.append(entry);
    if (this.parent) this.parent.run.write(nestEntry(this.parent.source, entry, this.config));
  }

  /** Whether anybody asked for the chunks. */
  get isHeard(): boolean {
    return this.log !== undefined || this.parent?.run.isHeard === true;
  }

  /** Counts tokens, here and in the run that this one is a part of. */
  spend(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
    this.parent?.run.spend(usage);
  }

  /** Adds a message to the conversation; the next commit writes it down. */
  add(message: ModelMessage): void {
    this.history.push(message);
    this.#prompt?.push(message);
    this.added.push(message);
    this.#uncommitted.add(message);
  }

  /** Takes the message back that was added last, and could not be written down. */
  takeBack(): void {
    this.history.pop();
    this.#prompt?.pop();
    this.added.pop();
    this.#uncommitted.dropLast();
  }

  /** The conversation, as it turned out to be. */
  rewrite(history: readonly ModelMessage[]): void {
    this.history = [...history, ...this.#uncommitted.messages];
    this.#prompt = undefined;
  }

  /** Whether the conversation has something that is not written down yet. */
  get hasUncommitted(): boolean {
    return this.#uncommitted.messages.length > 0;
  }

  /** Adds the results of a step's calls, right behind the calls; what that closes goes with them. */
  addResults(message: ToolMessage, closed: ClosedCalls): void {
    this.#uncommitted.close(closed);
    const place = this.resultsPlace;
    this.resultsPlace = undefined;
    if (place === undefined) {
      this.add(message);
      return;
    }
    // What stands at a known place is provisional.
    this.history = this.history.with(place, message);
    this.#prompt = undefined;
    this.added.push(message);
    this.#uncommitted.add(message);
  }

  /** Commits the messages that were added, with what changes along with them. */
  async commit(transition: Omit<Transition, 'messages' | 'forget'> = {}): Promise<void> {
    const checking = this.checkLease();
    if (checking) await checking;
    const { runId, record, committed: position } = this;
    const place = { runId, threadId: record.threadId, position };
    const { whole, committed } = this.#uncommitted.joinedTo(transition, place);
    const result = await this.config.store.commit(whole);
    if (!result.ok) throw changedElsewhere(runId, result.conflict);
    this.committed += committed();
    if (transition.run) this.record = transition.run;
  }

  /** What comes before every write. The run at the top is who has the lease. */
  checkLease(): Promise<void> | undefined {
    let top: Run = this;
    while (top.parent) top = top.parent.run;
    return top.lease?.check();
  }

  /** The run's record, changed. */
  next(changes: Partial<RunRecord>): RunRecord {
    return nextRecord(this, changes);
  }

  /** Tells those who watch the run. */
  tell<Name extends keyof RunCallbacks>(
    name: Name,
    news: () => Parameters<NonNullable<RunCallbacks[Name]>>[0],
  ): void {
    for (const callbacks of this.config.callbacks) {
      // The type parameter ties the news to the callback, which a union cannot express here.
      const callback = callbacks[name] as ((news: unknown) => unknown) | undefined;
      if (callback) this.hooks.run(name, () => callback(news()));
    }
  }
}
