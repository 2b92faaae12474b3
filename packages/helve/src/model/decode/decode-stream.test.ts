import { describe, expect, test, vi } from 'vitest';
import type { ModelPart } from '../model-part.ts';
import { v4Decoder } from '../v4/v4-decoder.ts';
import { decodeStream } from './decode-stream.ts';

const finish = { type: 'finish', finishReason: { unified: 'stop' }, usage: {} };
const finished = { type: 'finish', finishReason: 'stop', usage: {} };
const brokenOff = {
  type: 'error',
  error: expect.objectContaining({
    code: 'MODEL_STREAM_INCOMPLETE',
    message: expect.stringContaining('test/model'),
  }),
};
const delta = (text: string) => ({ type: 'text-delta', id: '0', delta: text });

interface Source {
  readonly stream: ReadableStream<unknown>;
  readonly cancelled: Promise<unknown>;
}

/** A provider's stream of some parts, which ends after them only where that is said. */
function source(
  parts: readonly unknown[],
  then: 'end' | 'hang' | Error = 'end',
  cancelling: Promise<void> = Promise.resolve(),
): Source {
  let resolve: (reason: unknown) => void = () => {};
  const cancelled = new Promise((done) => {
    resolve = done;
  });
  const waiting = [...parts];
  const stream = new ReadableStream<unknown>(
    {
      pull(controller) {
        if (waiting.length > 0) controller.enqueue(waiting.shift());
        else if (then === 'end') controller.close();
        else if (then !== 'hang') controller.error(then);
      },
      cancel(reason) {
        resolve(reason);
        return cancelling;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, cancelled };
}

function decode(
  stream: ReadableStream<unknown>,
  abortSignal?: AbortSignal,
  before: readonly ModelPart[] = [],
): AsyncIterableIterator<ModelPart> {
  return decodeStream(stream, { version: v4Decoder, model: 'test/model', before, abortSignal });
}

async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const collected: ModelPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

describe('a stream', () => {
  test('is read part by part, its unknown parts left out', async () => {
    const { stream } = source([{ type: 'ping' }, delta('a'), { type: 'raw' }, delta('b'), finish]);
    expect(await collect(decode(stream))).toEqual([delta('a'), delta('b'), finished]);
  });

  test('follows what was to be said before it', async () => {
    const before: ModelPart[] = [{ type: 'warnings', warnings: ['Mind the gap.'] }];
    const parts = await collect(decode(source([finish]).stream, undefined, before));
    expect(parts).toEqual([...before, finished]);
  });

  test('is at its end with the finish part, whatever comes behind it', async () => {
    const { stream } = source([finish, delta('late')]);
    expect(await collect(decode(stream))).toEqual([finished]);
  });

  test('comes to its own end behind the finish part, for those who wait for that', async () => {
    const ended = Promise.withResolvers<void>();
    const wrapper = new TransformStream<unknown, unknown>({ flush: () => ended.resolve() });
    const { stream } = source([finish]);
    expect(await collect(decode(stream.pipeThrough(wrapper)))).toEqual([finished]);
    await ended.promise;
  });

  test('that goes on behind the finish part is closed after a while', async () => {
    vi.useFakeTimers();
    try {
      const { stream, cancelled } = source([finish], 'hang');
      expect(await collect(decode(stream))).toEqual([finished]);
      await vi.runAllTimersAsync();
      await cancelled;
      expect(stream.locked).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that breaks behind the finish part is whole all the same', async () => {
    const { stream } = source([finish], new Error('connection reset'));
    expect(await collect(decode(stream))).toEqual([finished]);
  });

  test('that ends without a finish part ends in an error part', async () => {
    const parts = await collect(decode(source([delta('a')]).stream));
    expect(parts).toEqual([delta('a'), brokenOff]);
  });

  test('that breaks rejects with what broke it, and is over', async () => {
    const parts = decode(source([delta('a')], new Error('connection reset')).stream);
    expect(await parts.next()).toEqual({ done: false, value: delta('a') });
    await expect(parts.next()).rejects.toThrow('connection reset');
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });

  test('whose connection is lost rejects with an error that says the response is not whole', async () => {
    const cause = Object.assign(new Error('Failed to process successful response'), {
      cause: new TypeError('terminated'),
      statusCode: 200,
    });
    const parts = decode(source([delta('a')], cause).stream);
    await parts.next();
    await expect(parts.next()).rejects.toMatchObject({ code: 'MODEL_STREAM_INCOMPLETE', cause });
  });

  test('of which the adapter itself says that its end is missing, broke off', async () => {
    const cause = Object.assign(new Error('Response stream ended without a finish reason.'), {
      name: 'AI_InvalidResponseDataError',
    });
    const end = { type: 'finish', finishReason: { unified: 'error' }, usage: {} };
    const parts = await collect(decode(source([{ type: 'error', error: cause }, end]).stream));
    expect(parts).toEqual([brokenOff, { ...finished, finishReason: 'error' }]);
    expect(parts[0]).toHaveProperty('error.cause', cause);
  });

  test('goes on after a part whose fields throw', async () => {
    const error = new Error('do not touch');
    const trap = {
      get type(): string {
        throw error;
      },
    };
    const parts = await collect(decode(source([trap, finish]).stream));
    expect(parts).toEqual([{ type: 'error', error }, finished]);
  });
});

describe('a finish part', () => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'look', input: '' };
  const inputStart = { type: 'tool-input-start', id: '1', toolName: 'look' };
  const finishWith = (finishReason: unknown) => ({ type: 'finish', finishReason, usage });
  const usage = { inputTokens: { total: 3 } };
  const failed = { type: 'finish', finishReason: 'error', usage: { inputTokens: 3 } };
  const interrupted = { unified: 'interrupted', raw: undefined };
  const untold = { unified: 'other', raw: undefined };

  test('that says the stream was interrupted comes after an error, as a failed one', async () => {
    const parts = await collect(decode(source([delta('a'), finishWith(interrupted)]).stream));
    expect(parts).toEqual([delta('a'), brokenOff, { ...failed, rawFinishReason: 'interrupted' }]);
  });

  test.each([
    ['a call', call],
    ['a call whose arguments had begun', inputStart],
    ['no text', { type: 'reasoning-delta', id: '0', delta: 'hm' }],
  ])('without a reason, after %s, is not taken for the end', async (_what, part) => {
    const parts = await collect(decode(source([part, finishWith(untold)]).stream));
    expect(parts).toEqual([expect.objectContaining({ type: part.type }), brokenOff, failed]);
  });

  test.each([
    ['the text alone', delta('a')],
    ['a call that the provider carried out', { ...call, providerExecuted: true }],
  ])('without a reason stands where there was %s', async (_what, part) => {
    const parts = await collect(decode(source([delta('a'), part, finishWith(untold)]).stream));
    expect(parts.at(-1)).toEqual({ ...failed, finishReason: 'other' });
  });

  test('with a reason stands, whatever the reason', async () => {
    for (const unified of ['stop', 'length', 'tool-calls', 'paused']) {
      const parts = await collect(decode(source([call, finishWith({ unified })]).stream));
      expect(parts.map(({ type }) => type)).toEqual(['tool-call', 'finish']);
    }
  });

  test("leaves the provider's own error the last word", async () => {
    const error = new Error('overloaded');
    const reported = { type: 'error', error };
    for (const end of [[], [finishWith(interrupted)]]) {
      const parts = await collect(decode(source([call, reported, ...end]).stream));
      expect(parts.filter(({ type }) => type === 'error')).toEqual([reported]);
    }
  });
});

describe('a consumer that stops early', () => {
  test('closes the stream', async () => {
    const { stream, cancelled } = source([delta('a'), delta('b')], 'hang');
    for await (const part of decode(stream)) {
      expect(part).toEqual(delta('a'));
      break;
    }
    await cancelled;
    expect(stream.locked).toBe(false);
  });

  test('ends a read that is under way', async () => {
    const parts = decode(source([], 'hang').stream);
    const reading = parts.next();
    await parts.return?.();
    expect(await reading).toEqual({ done: true, value: undefined });
  });

  test('does not wait for a provider whose cancelling never ends or fails', async () => {
    const never = decode(source([], 'hang', new Promise(() => {})).stream);
    expect(await never.return?.()).toEqual({ done: true, value: undefined });
    const failing = decode(source([], 'hang', Promise.reject(new Error('no'))).stream);
    expect(await failing.return?.()).toEqual({ done: true, value: undefined });
  });
});

describe('an abort', () => {
  test('ends the reading with its reason, also where the provider does not look at it', async () => {
    const controller = new AbortController();
    const { stream, cancelled } = source([delta('a')], 'hang', new Promise(() => {}));
    const parts = decode(stream, controller.signal);
    await parts.next();
    const reading = parts.next();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(await cancelled).toBe(reason);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });

  test('before the first read counts too', async () => {
    const parts = decode(source([finish], 'hang').stream, AbortSignal.abort('gone'));
    await expect(parts.next()).rejects.toBe('gone');
  });

  test("stands for the provider's own error about it", async () => {
    const controller = new AbortController();
    const stream = new ReadableStream<unknown>({
      start(own) {
        controller.signal.addEventListener('abort', () => own.error(new Error('fetch failed')));
      },
    });
    const parts = decode(stream, controller.signal);
    const reading = parts.next();
    controller.abort();
    await expect(reading).rejects.toBe(controller.signal.reason);
  });

  test('after the end changes nothing', async () => {
    const controller = new AbortController();
    const parts = decode(source([finish]).stream, controller.signal);
    await collect(parts);
    controller.abort();
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });
});
