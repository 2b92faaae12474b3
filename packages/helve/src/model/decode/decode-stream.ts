import { isConnectionLost } from '../is-retryable.ts';
import type { ModelPart } from '../model-part.ts';
import { ModelStreamError } from '../model-stream-error.ts';
import { decodePart } from './decode-part.ts';
import type { VersionDecoder } from './version-decoder.ts';
import { watchEnding } from './watch-ending.ts';

/** What a stream's reader needs to know beside the stream. */
export interface DecodeStreamOptions {
  readonly version: VersionDecoder;
  /** The model's name for messages. */
  readonly model: string;
  /** Parts that stand before the stream's own. */
  readonly before: readonly ModelPart[];
  readonly abortSignal: AbortSignal | undefined;
}

const DONE = { done: true, value: undefined } as const;

/** How long a finished stream may take to close by itself, in milliseconds. */
const CLOSING_AT_MOST_MS = 1_000;

/**
 * Reads a model's stream part by part, as they come. It can be read once. Reading ends at the
 * finish part. Where there is none, or where it says or lets fear that the response broke off, there
 * is an `error` part too: the provider's own, or one that says so. Where the connection breaks,
 * reading rejects with a ModelStreamError whose `cause` is what broke it. A consumer that stops early, and
 * an abort, cancel the provider's stream, whatever the provider does about its signal.
 *
 * It is an iterator written out, not a generator: a generator cannot be stopped while it waits for
 * the next part, and costs another promise for each. Nor is it an asynchronous function where the
 * next chunk is one to read: its state is more than all else that a piece of text costs.
 */
export function decodeStream(
  stream: ReadableStream<unknown>,
  { version, model, before, abortSignal }: DecodeStreamOptions,
): AsyncIterableIterator<ModelPart> {
  const reader = stream.getReader();
  const waiting = [...before];
  const ending = watchEnding(model);
  let isOver = false;

  // pending reads end at once, also where the provider's own cancelling never does
  const onAbort = (): void => void reader.cancel(abortSignal?.reason).catch(ignore);
  const end = (close: (reader: Reader) => unknown): void => {
    if (isOver) return;
    isOver = true;
    abortSignal?.removeEventListener('abort', onAbort);
    close(reader);
  };

  const nextWaiting = (): IteratorResult<ModelPart> => {
    const value = waiting.shift();
    return value === undefined ? DONE : { done: false, value };
  };

  /** What is made of a chunk; `undefined` where it says nothing. */
  const accept = (
    chunk: ReadableStreamReadResult<unknown>,
  ): IteratorResult<ModelPart> | undefined => {
    // the consumer may have stopped meanwhile
    if (isOver) return DONE;
    if (abortSignal?.aborted === true) {
      end(discard);
      throw abortSignal.reason;
    }
    const part = chunk.done ? undefined : decodeSafely(chunk.value, version);
    if (chunk.done || part?.type === 'finish') {
      end(letClose);
      waiting.push(...ending.lastParts(part?.type === 'finish' ? part : undefined, chunk.value));
      return nextWaiting();
    }
    return part && { done: false, value: ending.notice(part) };
  };

  const fail = (error: unknown): never => {
    end(discard);
    if (abortSignal?.aborted === true) throw abortSignal.reason;
    // adapters call it many things, none of which says that the response is not whole
    throw isConnectionLost(error) ? new ModelStreamError(model, { cause: error }) : error;
  };

  const readOn = async (): Promise<IteratorResult<ModelPart>> => {
    for (;;) {
      const result = accept(await reader.read().catch(fail));
      if (result) return result;
    }
  };

  const acceptOrReadOn = (
    chunk: ReadableStreamReadResult<unknown>,
  ): IteratorResult<ModelPart> | Promise<IteratorResult<ModelPart>> => accept(chunk) ?? readOn();

  if (abortSignal?.aborted === true) onAbort();
  abortSignal?.addEventListener('abort', onAbort, { once: true });

  return {
    next() {
      if (waiting.length > 0) return Promise.resolve(nextWaiting());
      if (isOver) return Promise.resolve(DONE);
      return reader.read().then(acceptOrReadOn, fail);
    },
    return() {
      waiting.length = 0;
      end(discard);
      return Promise.resolve(DONE);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type Reader = ReadableStreamDefaultReader<unknown>;

/** Closes a stream of which nothing more is wanted. */
function discard(reader: Reader): void {
  reader.cancel().catch(ignore);
  reader.releaseLock();
}

/**
 * Lets a finished stream come to its own end: what wraps a model to cache, log or trace does its
 * work there, and would never get to it if the stream were cancelled.
 */
async function letClose(reader: Reader): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(ignore), CLOSING_AT_MOST_MS);
  try {
    for (let isDone = false; !isDone; ) isDone = (await reader.read()).done;
  } catch {
    // the response is whole, whatever becomes of the stream
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

/** A part whose very fields throw when they are read must not end the response. */
function decodeSafely(part: unknown, version: VersionDecoder): ModelPart | undefined {
  try {
    return decodePart(part, version);
  } catch (error) {
    return { type: 'error', error };
  }
}

function ignore(): void {}
