import { MemoryStore } from '../../store/memory-store.ts';
import type { CallState } from '../../store/records.ts';
import type { CommitResult, Store, Transition } from '../../store/store.ts';
import type { ScriptedModel } from '../../testing/scripted-model.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ScriptedCall } from '../../testing/scripted-response.ts';
import { Agent } from '../agent.ts';
import type { AgentInput, AgentOptions, GenerateOptions, ToolRecord } from '../agent-options.ts';
import type { ApproveOptions, DeclineOptions, ResumeOptions } from '../decide/decision-options.ts';
import type { RunResult } from '../run/run-result.ts';
import type { AgentStream } from '../stream/agent-stream.ts';
import type { AgentChunk, Chunk, ChunkType } from '../stream/chunk.ts';
import { recordingLogger } from './run-kit.ts';

// What the tests of agents share. Nothing of it is published.

/** An agent on a store of its own, and the same agent again as another process would make it. */
export interface Bench {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  readonly store: Store;
  readonly logger: ReturnType<typeof recordingLogger>;
  /** Another agent object with the same id, on the same store; it shares nothing else. */
  restart(changes?: Partial<AgentOptions>): Agent;
}

/** The script goes on over restarts: its turns are those of the run, not of one agent object. */
export function bench(
  script: Parameters<typeof scriptedModel>[0],
  tools: ToolRecord,
  options: Partial<AgentOptions> = {},
): Bench {
  const store = options.store ?? new MemoryStore();
  const logger = recordingLogger();
  const model = scriptedModel(script);
  const all: AgentOptions = { id: 'desk', model, tools, store, logger, ...options };
  return {
    agent: new Agent(all),
    model,
    store,
    logger,
    restart: (changes = {}) => new Agent({ ...all, ...changes }),
  };
}

/** A model response that calls one tool. */
export function calls(
  toolName: string,
  input: unknown,
  toolCallId: string = toolName,
): { toolCalls: ScriptedCall[] } {
  return { toolCalls: [{ toolName, input, toolCallId }] };
}

/** A model response that calls several tools, each named by its own id. */
export function callsAll(
  ...made: readonly (readonly [toolName: string, id: string, input?: unknown])[]
): {
  toolCalls: ScriptedCall[];
} {
  return {
    toolCalls: made.map(([toolName, toolCallId, input = {}]) => ({ toolName, toolCallId, input })),
  };
}

/** The two ways to use an agent; most behaviour must be the same by both. */
export type Mode = 'stream' | 'generate';
export const MODES: readonly Mode[] = ['stream', 'generate'];

/** Runs to the end or to the next wait, by either way. */
export async function runBy(
  mode: Mode,
  agent: Agent,
  input: AgentInput = 'go',
  options: GenerateOptions = {},
): Promise<RunResult> {
  if (mode === 'generate') return agent.generate(input, options);
  return (await agent.stream(input, options)).result;
}

export async function approveBy(
  mode: Mode,
  agent: Agent,
  options: ApproveOptions,
): Promise<RunResult> {
  if (mode === 'generate') return agent.approveToolCallGenerate(options);
  return (await agent.approveToolCall(options)).result;
}

export async function declineBy(
  mode: Mode,
  agent: Agent,
  options: DeclineOptions,
): Promise<RunResult> {
  if (mode === 'generate') return agent.declineToolCallGenerate(options);
  return (await agent.declineToolCall(options)).result;
}

export async function resumeBy(
  mode: Mode,
  agent: Agent,
  resumeData: unknown,
  options: ResumeOptions,
): Promise<RunResult> {
  if (mode === 'generate') return agent.resumeGenerate(resumeData, options);
  return (await agent.resumeStream(resumeData, options)).result;
}

type ChunkOf<Type extends ChunkType> = Extract<AgentChunk, { readonly type: Type }>;

/** The chunks of one type. */
export function ofType<Type extends ChunkType>(
  chunks: readonly Chunk[],
  type: Type,
): ChunkOf<Type>[] {
  // The comparison is the proof, which the compiler does not see through a type parameter.
  return chunks.filter((chunk) => chunk.type === type) as ChunkOf<Type>[];
}

/** Reads a stream until a chunk of that type comes, and leaves it there. */
export async function until<Type extends ChunkType>(
  stream: AgentStream,
  type: Type,
  fits: (chunk: ChunkOf<Type>) => boolean = () => true,
): Promise<ChunkOf<Type>> {
  for await (const chunk of stream.fullStream) {
    const [match] = ofType([chunk], type);
    if (match && fits(match)) return match;
  }
  throw new Error(`The stream ended without such a "${type}" chunk.`);
}

/** Something that a test lets happen when it likes. */
export interface Signal<T = void> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function signal<T = void>(): Signal<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A store that tells when calls have come into a state. */
export class WatchedStore extends MemoryStore {
  readonly #seen = new Set<string>();
  #watching: (() => void)[] = [];

  override async commit(transition: Transition): Promise<CommitResult> {
    const result = await super.commit(transition);
    if (!result.ok) return result;
    for (const call of transition.calls ?? []) this.#seen.add(`${call.toolCallId} ${call.state}`);
    const watching = this.#watching;
    this.#watching = [];
    for (const look of watching) look();
    return result;
  }

  /** Resolves once the calls have been in that state, and whoever wrote it has heard so. */
  async reached(state: CallState, ...toolCallIds: readonly string[]): Promise<void> {
    while (!toolCallIds.every((toolCallId) => this.#seen.has(`${toolCallId} ${state}`))) {
      await new Promise<void>((look) => this.#watching.push(look));
    }
    await turn();
  }
}

/** Lets everything run that is ready to. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** What a request to the model said of the results of calls: the newest step's, in order. */
export function lastResults(
  model: ScriptedModel,
): readonly { readonly toolCallId: string; readonly output: unknown }[] {
  const message = model.requests.at(-1)?.prompt.findLast(({ role }) => role === 'tool');
  // Tool messages of the AI SDK's spec hold results.
  return (message?.content ?? []) as readonly { toolCallId: string; output: unknown }[];
}

/** All that the model was told of results in its last request, as one text. */
export function toldModel(model: ScriptedModel): string {
  return JSON.stringify(lastResults(model));
}
