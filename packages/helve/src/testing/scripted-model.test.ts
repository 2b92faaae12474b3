import { describe, expect, test } from 'vitest';
import { Agent } from '../agent/agent.ts';
import { createTool } from '../call/create-tool.ts';
import { collect } from './collect.ts';
import { scriptedModel } from './scripted-model.ts';

/** Failures are what some of these are about, so nobody needs to read of them. */
const logger = { debug() {}, info() {}, warn() {}, error() {} };

const echo = createTool({ id: 'echo', execute: async (input) => input });

describe('a scripted model', () => {
  test('gives its responses one after another, whole', async () => {
    const model = scriptedModel([
      { reasoning: 'hm', toolCalls: [{ toolName: 'echo', input: { n: 1 } }] },
      { text: 'done', usage: { inputTokens: 3, outputTokens: 4 } },
    ]);
    const agent = new Agent({ id: 'test', model, tools: { echo } });
    const { text, steps, toolResults, usage } = await agent.generate('go');
    expect(text).toBe('done');
    expect(steps.map(({ reasoning }) => reasoning)).toEqual(['hm', '']);
    expect(toolResults).toMatchObject([{ toolName: 'echo', result: { n: 1 } }]);
    expect(usage).toMatchObject({ inputTokens: 3, outputTokens: 4 });
  });

  test('gives the same responses in pieces of the asked size, streamed', async () => {
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'echo', input: { n: 1 } }], chunkSize: 3 },
      'done',
    ]);
    const agent = new Agent({ id: 'test', model, tools: { echo } });
    const chunks = await collect((await agent.stream('go')).fullStream);
    const deltas = chunks.flatMap((chunk) =>
      chunk.type === 'tool-call-delta' ? [chunk.payload.argsTextDelta] : [],
    );
    expect(deltas).toEqual(['{"n', '":1', '}']);
  });

  test('keeps what it was asked, settings included', async () => {
    const model = scriptedModel(['hello']);
    const agent = new Agent({ id: 'test', model, modelSettings: { temperature: 0.5 } });
    await agent.generate('hi');
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.['temperature']).toBe(0.5);
    expect(model.requests[0]?.prompt).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ]);
  });

  test('may make each response of the request, also after a while', async () => {
    const model = scriptedModel(async ({ prompt }) => `message ${prompt.length}`);
    const agent = new Agent({ id: 'test', model });
    expect((await agent.generate('one')).text).toBe('message 1');
    const { text } = await agent.generate([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'well?' },
      { role: 'user', content: 'two' },
    ]);
    expect(text).toBe('message 3');
  });

  test('says how many responses its script has when it is asked for more', async () => {
    const agent = new Agent({ id: 'test', model: scriptedModel(['only one']), logger });
    await agent.generate('first');
    await expect(agent.generate('second')).rejects.toThrow('asked 2 times and its script has 1');
  });

  test('breaks off with the error it is given', async () => {
    const error = new Error('overloaded');
    const agent = new Agent({
      id: 'test',
      model: scriptedModel([{ text: 'well', error }]),
      logger,
    });
    await expect(agent.generate('go')).rejects.toBe(error);
  });

  test('refuses where its turn throws', async () => {
    const error = new Error('no credit');
    const model = scriptedModel([
      () => {
        throw error;
      },
    ]);
    const stream = await new Agent({ id: 'test', model, logger }).stream('go');
    await expect(stream.text).rejects.toBe(error);
  });
});
