import { InvalidAgentError, RunNotFoundError } from '../agent-errors.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { runChain } from '../below/run-chain.ts';
import type { Run } from '../run/run.ts';
import type { Chunk } from './chunk.ts';
import type { ChunkLog } from './chunk-log.ts';
import { displayOf } from './display-chunk.ts';
import type { LogEntry } from './log-entry.ts';
import { pickEach } from './pick-each.ts';
import { select } from './select.ts';
import type { NumberedChunk } from './stored-cursor.ts';
import { readStored } from './stored-cursor.ts';
import { StreamNotStoredError } from './stream-not-stored-error.ts';

/** What `observeStream()` takes. */
export interface ObserveOptions {
  readonly runId: string;
  /** The number of the first chunk to give. Default 0: from the beginning. */
  readonly from?: number;
}

/**
 * A run's stream, as screens may see it, joined from wherever its run goes on. Like other streams it
 * may be read any number of times. It ends when the run has ended, or waits.
 */
export interface ObservedStream {
  /** The run at the top, where the one that was named is a part of another. */
  readonly runId: string;
  /** Every chunk from number `from` on. */
  readonly displayStream: AsyncIterable<Chunk>;
  /** The same, each with its number: go on behind it with `from: number + 1`. */
  readonly numberedStream: AsyncIterable<NumberedChunk>;
  /** The text alone. */
  readonly textStream: AsyncIterable<string>;
}

/** Joins the stream of a run of this agent. */
export async function observeStream(
  core: AgentCore,
  { runId, from = 0 }: ObserveOptions,
): Promise<ObservedStream> {
  if (!Number.isSafeInteger(from) || from < 0) {
    throw new InvalidAgentError(`from is ${from}; it must be the number of a chunk, 0 or more.`);
  }
  const { parts, live } = core;
  const chain = await runChain(parts.store, runId);
  const [top] = chain;
  if (top?.agentId !== parts.options.id) throw new RunNotFoundError(parts.options.id, runId);
  const run = live.byId.get(top.runId);
  const { log } = run ?? {};
  if (run && log) return observed(top.runId, () => readLive(run, log, from));
  if (!top.chunkLog) throw StreamNotStoredError.never(top.runId);
  return observed(top.runId, () => readStored(parts.store, top.runId, from));
}

function observed(runId: string, read: () => AsyncIterable<NumberedChunk>): ObservedStream {
  return {
    runId,
    displayStream: pickEach(read(), ({ chunk }) => chunk),
    numberedStream: read(),
    textStream: pickEach(read(), ({ chunk }) =>
      chunk.type === 'text-delta' ? chunk.payload.text : undefined,
    ),
  };
}

/** The log of a run that is live here, behind what the store has from before it went on here. */
function readLive(
  { runId, stored, config }: Run,
  log: ChunkLog<LogEntry>,
  from: number,
): AsyncIterable<NumberedChunk> {
  const first = stored?.first ?? 0;
  const { store, logger, decisionTimeoutMs } = config;
  return {
    [Symbol.asyncIterator]: () => {
      let number = first;
      const here = select(log.read(), async (entry): Promise<NumberedChunk | undefined> => {
        // Which chunks are shown is known only when they have been made.
        const chunk = await displayOf(entry, { logger, decisionTimeoutMs });
        if (!chunk) return undefined;
        number += 1;
        return number > from ? { number: number - 1, chunk } : undefined;
      });
      const earlier = from < first ? upTo(first, readStored(store, runId, from)) : nothing();
      return inOrder(earlier, here);
    },
  };
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}

/** What stands before chunk `end`. */
function upTo(end: number, chunks: AsyncIterable<NumberedChunk>): AsyncIterable<NumberedChunk> {
  return {
    [Symbol.asyncIterator]: () => {
      const cursor = chunks[Symbol.asyncIterator]();
      let left = true;
      return {
        next: async () => {
          const step = left ? await cursor.next() : undefined;
          if (step && !step.done) {
            left = step.value.number + 1 < end;
            return step;
          }
          return { done: true, value: undefined };
        },
        return: async () => {
          await cursor.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** One after the other. Unlike an async generator, it can be left while it waits. */
function inOrder<T>(...parts: readonly AsyncIterable<T>[]): AsyncIterator<T, undefined> {
  const cursors = parts.map((part) => part[Symbol.asyncIterator]());
  let place = 0;
  return {
    next: async () => {
      for (let cursor = cursors[place]; cursor; cursor = cursors[place]) {
        const step = await cursor.next();
        if (!step.done) return step;
        // It may hold something that reading to its end did not let go of.
        await cursor.return?.();
        place += 1;
      }
      return { done: true, value: undefined };
    },
    return: async () => {
      for (const cursor of cursors) await cursor.return?.();
      return { done: true, value: undefined };
    },
  };
}
