import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { fedModel, finishPart, recordingLogger } from '../behaviour/run-kit.ts';

const delta = (text: string) => ({ type: 'text-delta', id: 't', delta: text });

/** A run whose model waits for what the test feeds it. */
async function start() {
  const model = fedModel();
  const stream = await new Agent({ id: 'a', model }).stream('go');
  return { model, stream };
}

describe('readers of a run', () => {
  test('start at the beginning, however late they come', async () => {
    const { model, stream } = await start();
    const early = collect(stream.fullStream);
    model.feed(delta('one '), delta('two'));
    const middle = collect(stream.fullStream);
    model.feed(finishPart());
    const first = await early;
    expect(first.map(({ type }) => type)).toEqual([
      'start',
      'step-start',
      'text-delta',
      'text-delta',
      'step-finish',
      'finish',
    ]);
    expect(await middle).toEqual(first);
    expect(await collect(stream.fullStream)).toEqual(first);
    expect(await collect(stream.fullStream)).toEqual(first);
  });

  test('do not slow the run down: it ends before a slow one has read its second chunk', async () => {
    const { model, stream } = await start();
    const slow = stream.fullStream[Symbol.asyncIterator]();
    expect((await slow.next()).value?.type).toBe('start');
    model.feed(...Array.from({ length: 500 }, (_, index) => delta(`${index} `)), finishPart());
    expect(await stream.finishReason).toBe('stop');
    expect((await slow.next()).value?.type).toBe('step-start');
  });

  test('may leave early; the run and its other readers go on', async () => {
    const { model, stream } = await start();
    const other = collect(stream.textStream);
    model.feed(delta('one '));
    for await (const { type } of stream.fullStream) if (type === 'text-delta') break;
    for await (const _ of stream.displayStream) break;
    for await (const _ of stream.textStream) break;
    model.feed(delta('two'), finishPart());
    expect((await other).join('')).toBe('one two');
    expect(await stream.text).toBe('one two');
  });

  test.each(['fullStream', 'displayStream', 'textStream'] as const)(
    'may leave %s while they wait for the next chunk',
    async (name) => {
      const { model, stream } = await start();
      await model.asked;
      const reader = stream[name][Symbol.asyncIterator]();
      if (name !== 'textStream') {
        await reader.next();
        await reader.next();
      }
      const waiting = reader.next();
      await reader.return?.();
      expect(await waiting).toMatchObject({ done: true });
      expect(await reader.next()).toMatchObject({ done: true });
      model.feed(finishPart());
      expect(await stream.finishReason).toBe('stop');
    },
  );

  test('may ask for several chunks at once, and get them in order', async () => {
    const { model, stream } = await start();
    const reader = stream.fullStream[Symbol.asyncIterator]();
    const asked = Array.from({ length: 7 }, () => reader.next());
    model.feed(delta('one'), delta('two'), finishPart());
    const got = await Promise.all(asked);
    expect(got.map(({ value }) => value?.type)).toEqual([
      'start',
      'step-start',
      'text-delta',
      'text-delta',
      'step-finish',
      'finish',
      undefined,
    ]);
  });

  test('of different kinds see the same run', async () => {
    const { model, stream } = await start();
    const all = Promise.all([
      collect(stream.fullStream),
      collect(stream.displayStream),
      collect(stream.textStream),
    ]);
    model.feed(delta('one '), delta('two'), finishPart());
    const [full, display, text] = await all;
    expect(display).toEqual(full);
    expect(text).toEqual(['one ', 'two']);
  });
});

test('a run that nobody reads completes', async () => {
  const done = Promise.withResolvers<void>();
  const tool = createTool({ id: 'tool', execute: async () => 'ok' });
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'tool', input: {} }] },
    () => {
      done.resolve();
      return 'over';
    },
  ]);
  await new Agent({ id: 'a', model, tools: { tool } }).stream('go');
  await done.promise;
  expect(model.requests).toHaveLength(2);
});

test('stream() resolves before the model has answered', async () => {
  const { model, stream } = await start();
  await model.asked;
  expect(stream.runId).toMatch(/./);
  model.feed(finishPart());
  await stream.result;
});

test('every promise of a stream tells its part of the result', async () => {
  const tool = createTool({ id: 'tool', execute: async () => 'ok' });
  const usage = { inputTokens: 1, outputTokens: 2 };
  const model = scriptedModel([
    { text: 'hm', toolCalls: [{ toolName: 'tool', input: {} }], usage },
    { text: 'over', usage },
  ]);
  const stream = await new Agent({ id: 'a', model, tools: { tool } }).stream('go');
  const result = await stream.result;
  expect({
    text: await stream.text,
    finishReason: await stream.finishReason,
    toolCalls: await stream.toolCalls,
    toolResults: await stream.toolResults,
    usage: await stream.usage,
    steps: await stream.steps,
    messages: await stream.messages,
    waiting: await stream.waiting,
    runId: stream.runId,
  }).toEqual(
    expect.objectContaining({
      text: result.text,
      finishReason: result.finishReason,
      toolCalls: result.toolCalls,
      toolResults: result.toolResults,
      usage: result.usage,
      steps: result.steps,
      messages: result.messages,
      waiting: result.waiting,
      runId: result.runId,
    }),
  );
  expect(result.text).toBe('over');
  expect(result.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
});

describe('a run that fails', () => {
  const error = new Error('overloaded');

  async function failing() {
    const model = fedModel();
    const stream = await new Agent({ id: 'a', model, logger: recordingLogger() }).stream('go');
    model.feed(delta('well'));
    model.end(error);
    return stream;
  }

  test('ends its streams with error and finish, and does not break them', async () => {
    const stream = await failing();
    const chunks = await collect(stream.fullStream);
    expect(chunks.slice(-2)).toMatchObject([
      { type: 'error', payload: { error } },
      { type: 'finish', payload: { finishReason: 'error' } },
    ]);
    expect(await collect(stream.textStream)).toEqual(['well']);
  });

  test('tells screens that it failed, and not what the provider said', async () => {
    const stream = await failing();
    const shown = await collect(stream.displayStream);
    expect(shown.at(-2)).toMatchObject({
      type: 'error',
      payload: { error: { message: expect.stringMatching(/./) } },
    });
    expect(JSON.stringify(shown)).not.toMatch(/overloaded|stack/);
  });

  test('rejects the promises that are asked for, and no others', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const stream = await failing();
    await collect(stream.fullStream);
    await expect(stream.text).rejects.toBe(error);
    await expect(stream.steps).rejects.toBe(error);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

test('generate() keeps no log: a stream asked for later begins where it was asked for', async () => {
  const work = Promise.withResolvers<string>();
  const suspended = Promise.withResolvers<{ runId: string; toolCallId: string }>();
  const slow = createTool({ id: 'slow', execute: () => work.promise });
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend(),
  });
  const store = new MemoryStore();
  const commit = store.commit.bind(store);
  vi.spyOn(store, 'commit').mockImplementation(async (transition) => {
    const result = await commit(transition);
    const call = transition.calls?.find(({ state }) => state === 'suspended');
    if (call) suspended.resolve({ runId: call.runId, toolCallId: call.toolCallId });
    return result;
  });
  const toolCalls = ['ask', 'slow'].map((toolName) => ({ toolName, input: {} }));
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { ask, slow }, store });
  const result = agent.generate('go');
  const stream = await agent.resumeStream('yes', await suspended.promise);
  work.resolve('done');
  expect((await result).text).toBe('over');
  const types = (await collect(stream.fullStream)).map(({ type }) => type);
  expect(types).not.toContain('start');
  expect(types).not.toContain('tool-call');
  expect(types).toContain('tool-result');
  expect(types.at(-1)).toBe('finish');
});
