import type { AgentChunk, Chunk, ChunkType, DataChunk } from '../agent/stream/chunk.ts';
import { collect } from './collect.ts';

/** A chunk of one type. */
export type ChunkOf<Type extends ChunkType> = Extract<AgentChunk, { readonly type: Type }>;

/** The chunk that ends a call. */
export type TerminalChunk = ChunkOf<'tool-result' | 'tool-error' | 'tool-output-denied'>;

/** What a stream said of one call. */
export interface CollectedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** Its chunks, in order. */
  readonly chunks: readonly AgentChunk[];
  /** Its arguments as they were streamed. */
  readonly inputText: string;
  /** How it ended; absent while it waits or runs. */
  readonly end: TerminalChunk | undefined;
}

/** The chunks of a stream, sorted. */
export interface CollectedChunks {
  readonly all: readonly Chunk[];
  /** The type of each chunk, in order. */
  readonly types: readonly string[];
  readonly text: string;
  readonly reasoning: string;
  /** Chunks of tools' own making (`data-…`). */
  readonly data: readonly DataChunk[];
  /** The calls, in the order in which they were first heard of. */
  readonly calls: readonly CollectedCall[];
  /** Why the run failed or was aborted, where it was. */
  readonly failure: ChunkOf<'error' | 'abort'> | undefined;
  /** The chunk that ended the stream. */
  readonly end: ChunkOf<'finish'> | undefined;
  /** The chunks of one type, in order. */
  ofType<Type extends ChunkType>(type: Type): readonly ChunkOf<Type>[];
  /**
   * The one call of this id, or of the tool of this name.
   *
   * @throws Error where there is no such call or more than one, naming those that there are.
   */
  call(idOrName: string): CollectedCall;
}

/**
 * Reads a stream of chunks to its end and sorts what it said: by type, by call, the text.
 *
 * @example
 * const stream = await agent.stream('Where is order 1042?');
 * const { call, text, ofType } = await collectChunks(stream.displayStream);
 * expect(call('lookupOrder').end?.type).toBe('tool-result');
 * expect(ofType('step-finish')).toHaveLength(2);
 * expect(text).toBe('It is on its way.');
 */
export async function collectChunks(stream: AsyncIterable<Chunk>): Promise<CollectedChunks> {
  return sortChunks(await collect(stream));
}

/**
 * Sorts chunks that were read already.
 *
 * @example
 * const outcome = await runCall(weather, { city: 'Oslo' });
 * expect(sortChunks(outcome.display).call('weather').inputText).toBe('{"city":"Oslo"}');
 */
export function sortChunks(all: readonly Chunk[]): CollectedChunks {
  const data = all.filter(isData);
  const fixed = all.filter((chunk) => !isData(chunk));
  // A chunk's type says what its payload is, which a function of the type cannot show the compiler.
  const ofType = <Type extends ChunkType>(type: Type): readonly ChunkOf<Type>[] =>
    fixed.filter((chunk) => chunk.type === type) as unknown as readonly ChunkOf<Type>[];
  const calls = sortCalls(fixed);
  return {
    all,
    types: all.map(({ type }) => type),
    text: textOf(ofType('text-delta')),
    reasoning: textOf(ofType('reasoning-delta')),
    data,
    calls,
    failure: fixed.findLast(isFailure),
    end: ofType('finish').at(-1),
    ofType,
    call: (idOrName) => pick(calls, idOrName),
  };
}

function textOf(chunks: readonly ChunkOf<'text-delta' | 'reasoning-delta'>[]): string {
  return chunks.map(({ payload }) => payload.text).join('');
}

function isData(chunk: Chunk): chunk is DataChunk {
  return chunk.type.startsWith('data-');
}

function isFailure(chunk: AgentChunk): chunk is ChunkOf<'error' | 'abort'> {
  return chunk.type === 'error' || chunk.type === 'abort';
}

/** Whether a chunk is the last of its call: another result takes a preliminary one's place. */
function isTerminal(chunk: AgentChunk): chunk is TerminalChunk {
  if (chunk.type === 'tool-result') return chunk.payload.preliminary !== true;
  return chunk.type === 'tool-error' || chunk.type === 'tool-output-denied';
}

function sortCalls(chunks: readonly AgentChunk[]): readonly CollectedCall[] {
  const byId = new Map<string, { readonly toolName: string; readonly chunks: AgentChunk[] }>();
  for (const chunk of chunks) {
    if (!('toolCallId' in chunk.payload)) continue;
    const { toolCallId, toolName } = chunk.payload;
    const call = byId.get(toolCallId);
    if (call) call.chunks.push(chunk);
    else byId.set(toolCallId, { toolName, chunks: [chunk] });
  }
  return [...byId].map(([toolCallId, call]) => ({
    toolCallId,
    ...call,
    inputText: call.chunks
      .map((chunk) => (chunk.type === 'tool-call-delta' ? chunk.payload.argsTextDelta : ''))
      .join(''),
    end: call.chunks.findLast(isTerminal),
  }));
}

function pick(calls: readonly CollectedCall[], idOrName: string): CollectedCall {
  const byId = calls.filter(({ toolCallId }) => toolCallId === idOrName);
  const found = byId.length > 0 ? byId : calls.filter(({ toolName }) => toolName === idOrName);
  const [call] = found;
  if (call && found.length === 1) return call;
  const known = calls.map(({ toolName, toolCallId }) => `"${toolCallId}" of ${toolName}`);
  throw new Error(
    `${found.length === 0 ? 'No call' : `${found.length} calls`} of "${idOrName}"; the stream has ${known.length === 0 ? 'no calls' : known.join(', ')}. Give the id of one.`,
  );
}
