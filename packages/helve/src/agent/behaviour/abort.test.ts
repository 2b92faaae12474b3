import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, fedModel, recordingLogger } from './run-kit.ts';

const reason = new Error('the user left');

/** An agent whose model calls tools that run until the test lets them go on. */
function setUp(toolNames: readonly string[] = ['slow'], extra: object = {}) {
  const contexts: ToolContext[] = [];
  const started = Promise.withResolvers<void>();
  const work = Promise.withResolvers<object>();
  const logger = recordingLogger();
  const slow = createTool({
    id: 'slow',
    execute: (_input, context) => {
      contexts.push(context);
      started.resolve();
      return work.promise;
    },
    ...extra,
  });
  const quick = createTool({ id: 'quick', execute: async () => 'done' });
  const toolCalls = toolNames.map((toolName) => ({ toolName, input: {} }));
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { slow, quick }, logger });
  const controller = new AbortController();
  return {
    agent,
    model,
    logger,
    work,
    contexts,
    started: started.promise,
    abort: () => controller.abort(reason),
    abortSignal: controller.signal,
  };
}

describe('an abort while a tool runs that ignores its signal', () => {
  test('rejects generate() with the reason', async () => {
    const { agent, started, abort, abortSignal, model } = setUp();
    const result = agent.generate('go', { abortSignal });
    await started;
    abort();
    await expect(result).rejects.toBe(reason);
    expect(model.requests).toHaveLength(1);
  });

  test('ends the stream: each open call, then abort, then finish', async () => {
    const { agent, started, abort, abortSignal } = setUp(['slow', 'quick', 'slow']);
    const stream = await agent.stream('go', { abortSignal });
    await started;
    for await (const { type } of stream.fullStream) if (type === 'tool-result') abort();
    const chunks = await collect(stream.fullStream);
    expect(chunkProblems(chunks)).toEqual([]);
    expect(chunks.filter(({ type }) => type === 'tool-error')).toMatchObject([
      { payload: { toolName: 'slow', code: 'ABORTED', error: reason } },
      { payload: { toolName: 'slow', code: 'ABORTED', error: reason } },
    ]);
    expect(chunks.slice(-3)).toMatchObject([
      { type: 'step-finish' },
      { type: 'abort', payload: { reason } },
      { type: 'finish', payload: { finishReason: 'aborted' } },
    ]);
    expect(await stream.finishReason).toBe('aborted');
  });

  test('leaves a history with one result per call, and what had finished', async () => {
    const { agent, started, abort, abortSignal } = setUp(['quick', 'slow']);
    const stream = await agent.stream('go', { abortSignal });
    await started;
    for await (const { type } of stream.fullStream) if (type === 'tool-result') abort();
    const [assistant, results] = await stream.messages;
    expect(assistant).toMatchObject({ role: 'assistant', content: [{}, {}] });
    expect(results).toMatchObject({
      role: 'tool',
      content: [
        { toolName: 'quick', output: { value: 'done' } },
        { toolName: 'slow', output: { type: 'error-text' } },
      ],
    });
  });

  test('is told to the tool, with the reason', async () => {
    const { agent, started, abort, abortSignal, contexts } = setUp();
    const stream = await agent.stream('go', { abortSignal });
    await started;
    expect(contexts[0]?.abortSignal.aborted).toBe(false);
    abort();
    expect(contexts[0]?.abortSignal.aborted).toBe(true);
    expect(contexts[0]?.abortSignal.reason).toBe(reason);
    await stream.result;
  });

  test('drops and logs what the tool comes to later', async () => {
    const { agent, started, abort, abortSignal, work, logger } = setUp();
    const stream = await agent.stream('go', { abortSignal });
    await started;
    abort();
    await stream.result;
    const logged = Promise.withResolvers<string>();
    vi.spyOn(logger, 'warn').mockImplementation((message) => logged.resolve(message));
    work.resolve({ late: true });
    expect(await logged.promise).toMatch(/"slow".*dropped/);
  });
});

test('an abort before the run begins runs nothing', async () => {
  const { agent, model, abort, abortSignal, contexts } = setUp();
  abort();
  await expect(agent.generate('go', { abortSignal })).rejects.toBe(reason);
  const stream = await agent.stream('go', { abortSignal });
  expect((await collect(stream.fullStream)).map(({ type }) => type)).toEqual([
    'start',
    'abort',
    'finish',
  ]);
  expect(model.requests).toEqual([]);
  expect(contexts).toEqual([]);
});

test('an abort while the model writes ends what it began, and keeps nothing of it', async () => {
  const execute = vi.fn();
  const tools = { tool: createTool({ id: 'tool', execute }) };
  const model = fedModel();
  const controller = new AbortController();
  const agent = new Agent({ id: 'a', model, tools });
  const stream = await agent.stream('go', { abortSignal: controller.signal });
  model.feed(
    { type: 'text-delta', id: 't', delta: 'Let me see' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'tool', input: '{}' },
    { type: 'tool-input-start', id: 'c2', toolName: 'tool' },
    { type: 'tool-input-delta', id: 'c2', delta: '{"a"' },
  );
  for await (const { type } of stream.fullStream) {
    if (type === 'tool-call-delta') controller.abort(reason);
  }
  const chunks = await collect(stream.fullStream);
  expect(chunkProblems(chunks)).toEqual([]);
  expect(chunks.filter(({ type }) => type === 'tool-error')).toHaveLength(2);
  expect(execute).not.toHaveBeenCalled();
  expect(await stream.messages).toEqual([]);
  expect(await stream.finishReason).toBe('aborted');
});

test('an abort while the model has not answered yet ends the run', async () => {
  const asked = Promise.withResolvers<void>();
  const model = scriptedModel(() => {
    asked.resolve();
    return Promise.withResolvers<string>().promise;
  });
  const agent = new Agent({ id: 'a', model });
  for (const run of [
    agent.generate.bind(agent),
    async (input: string, options: object) => {
      const stream = await agent.stream(input, options);
      const { finishReason } = await stream.result;
      throw new Error(finishReason);
    },
  ]) {
    const controller = new AbortController();
    const result = run('go', { abortSignal: controller.signal });
    await asked.promise;
    controller.abort(reason);
    await expect(result).rejects.toThrow(/left|aborted/);
  }
});

test('calls that wait for their turn never run after an abort', async () => {
  const { agent, started, abort, abortSignal, contexts } = setUp(['slow', 'slow', 'slow']);
  const stream = await agent.stream('go', { abortSignal, toolCallConcurrency: 1 });
  await started;
  abort();
  await stream.result;
  expect(contexts).toHaveLength(1);
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
});

test('an abort ends a call that waits for approval, too, while its sibling runs', async () => {
  const { agent, abort, abortSignal, started } = setUp(['slow', 'quick']);
  const requireToolApproval = ({ toolName }: { toolName: string }) => toolName === 'quick';
  const stream = await agent.stream('go', { abortSignal, requireToolApproval });
  await started;
  for await (const { type } of stream.fullStream) if (type === 'tool-call-approval') abort();
  expect(await stream.waiting).toEqual([]);
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
  expect((await agent.listSuspendedRuns()).runs).toEqual([]);
});

test('an abort when all is over changes nothing', async () => {
  const { agent, abort, abortSignal } = setUp(['quick']);
  const stream = await agent.stream('go', { abortSignal });
  const before = await collect(stream.fullStream);
  abort();
  expect(await collect(stream.fullStream)).toEqual(before);
  expect(await stream.finishReason).toBe('stop');
});
