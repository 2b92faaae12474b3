import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { LanguageModel } from '../../model/language-model.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, fedModel, RUN_MODES, recordingLogger } from './run-kit.ts';

const toolCalls = [{ toolName: 'tool', input: { a: 1 }, toolCallId: 'c1' }];

function setUp(model: LanguageModel) {
  const execute = vi.fn(async () => 'ok');
  const logger = recordingLogger();
  const tools = { tool: createTool({ id: 'tool', execute }) };
  return { agent: new Agent({ id: 'a', model, tools, logger }), execute, logger };
}

describe.each(RUN_MODES)('with $mode', ({ run }) => {
  test.each(['length', 'content-filter'] as const)(
    'calls of a response that ended with "%s" do not run, and the run ends so',
    async (finishReason) => {
      const model = scriptedModel([{ text: 'half', toolCalls, finishReason }]);
      const { agent, execute } = setUp(model);
      const result = await run(agent);
      expect(execute).not.toHaveBeenCalled();
      expect(result.finishReason).toBe(finishReason);
      expect(result.toolResults).toMatchObject([{ kind: 'error', code: 'RESPONSE_INCOMPLETE' }]);
      expect(result.messages).toEqual([]);
    },
  );

  test.each(['length', 'content-filter'] as const)(
    'text alone that ended with "%s" is what the model said',
    async (finishReason) => {
      const { agent } = setUp(scriptedModel([{ text: 'half', finishReason }]));
      const result = await run(agent);
      expect(result).toMatchObject({ text: 'half', finishReason });
      expect(result.messages).toMatchObject([{ role: 'assistant' }]);
    },
  );

  test('a response that the provider ended with "error" fails the run; nothing runs', async () => {
    const { agent, execute } = setUp(scriptedModel([{ toolCalls, finishReason: 'error' }]));
    await expect(run(agent)).rejects.toThrow('reported an error');
    expect(execute).not.toHaveBeenCalled();
  });

  test('a response that breaks off fails the run with what the provider reported', async () => {
    const error = new Error('overloaded');
    const { agent, execute } = setUp(scriptedModel([{ text: 'well', toolCalls, error }]));
    await expect(run(agent)).rejects.toBe(error);
    expect(execute).not.toHaveBeenCalled();
  });

  test('other reasons to end do not keep calls from running', async () => {
    for (const finishReason of ['stop', 'other'] as const) {
      const { agent, execute } = setUp(scriptedModel([{ toolCalls, finishReason }, 'over']));
      expect((await run(agent)).text).toBe('over');
      expect(execute).toHaveBeenCalledOnce();
    }
  });

  test('a model that throws fails the run with what it threw', async () => {
    const error = new Error('no credit');
    const broken = {
      specificationVersion: 'v4',
      provider: 'broken',
      modelId: 'broken',
      supportedUrls: {},
      doGenerate: () => {
        throw error;
      },
      doStream: () => {
        throw error;
      },
    } as const;
    await expect(run(setUp(broken).agent)).rejects.toBe(error);
  });
});

test('an error part that a normal end follows is logged, and the run goes on', async () => {
  const error = new Error('one chunk was lost');
  const parts = [
    { type: 'text-delta', id: 't', delta: 'well' },
    { type: 'error', error },
  ];
  const { agent, execute, logger } = setUp(scriptedModel([{ parts, toolCalls }, 'over']));
  const stream = await agent.stream('go');
  expect(await stream.text).toBe('over');
  expect(execute).toHaveBeenCalledOnce();
  expect(logger.records).toMatchObject([
    { level: 'warn', message: expect.stringContaining('went on') },
  ]);
  expect((await collect(stream.fullStream)).map(({ type }) => type)).not.toContain('error');
});

const begun = [
  { type: 'text-delta', id: 't', delta: 'well' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'tool', input: '{}' },
  { type: 'tool-input-start', id: 'c2', toolName: 'tool' },
];

test.each([
  ['breaks', new Error('connection lost')],
  ['ends without a finish', undefined],
])('a stream that %s ends every call it began, and keeps nothing of it', async (_how, error) => {
  const model = fedModel();
  const { agent, execute } = setUp(model);
  const stream = await agent.stream('go');
  model.feed(...begun);
  model.end(error);
  const chunks = await collect(stream.fullStream);
  expect(chunkProblems(chunks)).toEqual([]);
  expect(chunks.filter(({ type }) => type === 'tool-error')).toMatchObject([
    { payload: { toolCallId: 'c1', code: 'RESPONSE_INCOMPLETE' } },
    { payload: { toolCallId: 'c2', code: 'RESPONSE_INCOMPLETE' } },
  ]);
  expect(chunks.at(-1)).toMatchObject({ type: 'finish', payload: { finishReason: 'error' } });
  expect(execute).not.toHaveBeenCalled();
  if (error) await expect(stream.result).rejects.toBe(error);
  else await expect(stream.result).rejects.toThrow(/end/);
  expect(await agent.listMessages({ runId: stream.runId })).toHaveLength(1);
});

test('parts and fields that nobody knows are ignored', async () => {
  const parts = [
    { type: 'ping' },
    { type: 'hologram', id: 'h', data: { a: 1 } },
    { type: 'raw', rawValue: {} },
    { type: 'response-metadata', id: 'r1', mood: 'good' },
    { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'y' },
    { type: '__proto__' },
    { type: 'text-delta', id: 't', delta: 'well', citations: [] },
  ];
  const { agent, logger } = setUp(scriptedModel([{ parts }]));
  const stream = await agent.stream('go');
  expect(await stream.text).toBe('well');
  expect(logger.records).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['no stream', {}],
  ['something that is no stream', { stream: 'text' }],
])('a model that gives %s fails the run with a message', async (_kind, given) => {
  const model = {
    specificationVersion: 'v4',
    provider: 'broken',
    modelId: 'broken',
    supportedUrls: {},
    doGenerate: async () => given,
    doStream: async () => given,
  } as const;
  const { agent } = setUp(model);
  await expect((await agent.stream('go')).result).rejects.toThrow('broken');
  await expect(agent.generate('go')).rejects.toThrow('broken');
});
