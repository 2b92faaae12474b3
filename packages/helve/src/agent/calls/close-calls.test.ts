import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import type { Store } from '../../store/store.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { bench, calls, callsAll, lastResults } from '../behaviour/test-kit.ts';

// What the records of calls keep once the history has their results, and that nobody misses the rest.

const inputSchema = z.object({ n: z.number() });
const look = createTool({ id: 'look', inputSchema, execute: async ({ n }) => ({ found: n }) });
const fail = createTool({
  id: 'fail',
  execute: async () => {
    throw new Error('It broke.');
  },
});
const rich = createTool({
  id: 'rich',
  execute: async () => 'raw',
  toModelOutput: () => ({ type: 'content', value: [{ type: 'text', text: 'shaped' }] }),
});
const pay = createTool({
  id: 'pay',
  inputSchema,
  requireApproval: true,
  execute: async () => 'paid',
});
const hiding = look.with({
  transform: { transcript: { input: () => ({ n: 'some' }), output: () => 'found' } },
});
const tools = { look, fail, rich, pay };

async function keptOf(store: Store, runId: string): Promise<readonly unknown[]> {
  return (await store.loadCalls(runId)).map(({ toolCallId }) => toolCallId);
}

describe('a call whose result the history has', () => {
  const script = [
    callsAll(['look', 'a', { n: 1 }], ['fail', 'b'], ['rich', 'c']),
    calls('pay', { n: 2 }, 'p'),
    'Done.',
  ];

  test('has no record, where that would say nothing more', async () => {
    const { agent, store } = bench(script, tools);
    const { runId } = await agent.generate('go');
    expect(await keptOf(store, runId)).toEqual(['p']);
    expect(await store.loadCall(runId, 'a')).toBeUndefined();
  });

  test('is shown by transcripts as before', async () => {
    const { agent, restart } = bench(script, tools);
    const { runId } = await agent.generate('go');
    const [, first] = await restart().listMessages({ runId });
    const type = 'tool';
    expect(first?.parts).toEqual([
      {
        type,
        toolCallId: 'a',
        toolName: 'look',
        state: 'result',
        input: { n: 1 },
        output: { found: 1 },
      },
      {
        type,
        toolCallId: 'b',
        toolName: 'fail',
        state: 'error',
        input: {},
        error: { message: 'It broke.' },
      },
      {
        type,
        toolCallId: 'c',
        toolName: 'rich',
        state: 'result',
        input: {},
        output: { type: 'content', value: [{ type: 'text', text: 'shaped' }] },
      },
    ]);
  });

  test('has ended, for whoever decides on it', async () => {
    const { agent, restart } = bench(script, tools);
    const { runId } = await agent.generate('go');
    await expect(restart().approveToolCall({ runId, toolCallId: 'a' })).rejects.toThrow(
      'Call "a" of "look" has ended. Pending: "p" of "pay"',
    );
    await expect(restart().approveToolCall({ runId, toolCallId: 'z' })).rejects.toThrow(
      `Run "${runId}" has no call "z".`,
    );
  });

  test('counts for the limit of calls in a run, also behind a wait', async () => {
    const more = [...script.slice(0, 2), calls('look', { n: 3 }, 'd'), 'Done.'];
    const { agent, restart, model } = bench(more, tools, { maxToolCalls: 4 });
    const { runId } = await agent.generate('go');
    await restart({ maxToolCalls: 4 }).approveToolCallGenerate({ runId, toolCallId: 'p' });
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'd', output: { value: expect.stringContaining('no more than 4 calls') } },
    ]);
  });

  test('keeps its id, also behind a wait', async () => {
    const more = [...script.slice(0, 2), calls('look', { n: 3 }, 'a'), 'Done.'];
    const { agent, restart } = bench(more, tools);
    const { runId } = await agent.generate('go');
    const { toolResults } = await restart().approveToolCallGenerate({ runId, toolCallId: 'p' });
    const again = toolResults.at(-1);
    expect(again).toMatchObject({ kind: 'result', result: { found: 3 } });
    expect(again?.toolCallId).not.toBe('a');
  });
});

describe('a record stays, without the result,', () => {
  test('where a transcript shows other than what was said', async () => {
    const { agent, store } = bench([calls('look', { n: 1 }, 'a'), 'Done.'], { look: hiding });
    const { runId } = await agent.generate('go');
    const transcript = { state: 'result', input: { n: 'some' }, output: 'found' };
    const record = await store.loadCall(runId, 'a');
    expect(record).toMatchObject({ state: 'settled', transcript });
    expect(record).not.toHaveProperty('result');
    const [, said] = await agent.listMessages({ runId });
    expect(said?.parts).toMatchObject([transcript]);
  });

  test('where its input was mended', async () => {
    const { agent, store } = bench([calls('look', '{"n":"1"}', 'a'), 'Done.'], tools);
    const { runId } = await agent.generate('go');
    expect(await store.loadCall(runId, 'a')).toMatchObject({ transcript: { input: { n: 1 } } });
  });

  test('where somebody decided', async () => {
    const { agent, restart, store } = bench([calls('pay', { n: 2 }, 'p'), 'Done.'], tools);
    const { runId } = await agent.generate('go');
    await agent.approveToolCallGenerate({ runId, toolCallId: 'p', by: 'ada' });
    const record = await store.loadCall(runId, 'p');
    expect(record).toMatchObject({ decision: { by: 'ada' }, transcript: { output: 'paid' } });
    expect(record).not.toHaveProperty('result');
    const second = restart().approveToolCall({ runId, toolCallId: 'p' });
    await expect(second).rejects.toThrow('was approved by ada');
  });
});

test('calls that came with the input are in no transcript: what people may see of them is not known', async () => {
  const given: ModelMessage[] = [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { n: 1 } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'look',
          output: { type: 'json', value: { found: 'CANARY' } },
        },
      ],
    },
    { role: 'user', content: 'and?' },
  ];
  const { agent } = bench(['Done.'], { look: hiding });
  const { runId } = await agent.generate(given);
  expect(JSON.stringify(await agent.listMessages({ runId }))).not.toContain('CANARY');
});
