import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, promptProblems, RUN_MODES } from './run-kit.ts';

function setUp(...ids: readonly (readonly string[])[]) {
  const execute = vi.fn(async ({ n }: { n: number }) => `did ${n}`);
  let n = 0;
  const model = scriptedModel([
    ...ids.map((step) => ({
      toolCalls: step.map((toolCallId) => ({ toolName: 'tool', toolCallId, input: { n: ++n } })),
    })),
    'over',
  ]);
  const tool = createTool({ id: 't', inputSchema: z.object({ n: z.number() }), execute });
  return { execute, model, agent: new Agent({ id: 'a', model, tools: { tool } }) };
}

test.each(RUN_MODES)('calls without ids get some, with $mode', async ({ run }) => {
  const { agent, execute, model } = setUp(['', ''], ['']);
  const { toolCalls, toolResults } = await run(agent);
  expect(execute.mock.calls.map(([{ n }]) => n)).toEqual([1, 2, 3]);
  const ids = toolCalls.map(({ toolCallId }) => toolCallId);
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('');
  expect(new Set(toolResults.map(({ toolCallId }) => toolCallId))).toEqual(new Set(ids));
  for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
});

test.each(RUN_MODES)(
  'an id that a later step uses again is another call; the provider is shown its own, with $mode',
  async ({ run }) => {
    const { agent, execute, model } = setUp(['call_0'], ['call_0'], ['call_0']);
    const { toolCalls } = await run(agent);
    expect(execute).toHaveBeenCalledTimes(3);
    expect(new Set(toolCalls.map(({ toolCallId }) => toolCallId)).size).toBe(3);
    expect(toolCalls[0]?.toolCallId).toBe('call_0');
    const prompt = model.requests.at(-1)?.prompt ?? [];
    expect(promptProblems(prompt)).toEqual([]);
    const assistants = prompt.filter(({ role }) => role === 'assistant');
    expect(assistants).toHaveLength(3);
    for (const { content } of assistants) expect(content).toMatchObject([{ toolCallId: 'call_0' }]);
  },
);

test('an id that the given conversation has used is not taken for a new call’s', async () => {
  const { agent, model } = setUp(['call_0']);
  const { toolCalls } = await agent.generate([
    { role: 'user', content: 'first' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'call_0', toolName: 'tool', input: { n: 0 } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_0',
          toolName: 'tool',
          output: { type: 'text', value: 'did 0' },
        },
      ],
    },
    { role: 'user', content: 'again' },
  ]);
  expect(toolCalls[0]?.toolCallId).not.toBe('call_0');
  for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
});

test.each([
  ['an id twice', 'same', 'same'],
  ['no ids', '', ''],
])('inputs that stream side by side with %s all end', async (_kind, first, second) => {
  const execute = vi.fn(async () => 'ok');
  const parts = [
    { type: 'tool-input-start', id: first, toolName: 'tool' },
    { type: 'tool-input-start', id: second, toolName: 'tool' },
    { type: 'tool-call', toolCallId: first, toolName: 'tool', input: '{"n":1}' },
    { type: 'tool-call', toolCallId: second, toolName: 'tool', input: '{"n":2}' },
  ];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool: createTool({ id: 't', execute }) } });
  const stream = await agent.stream('go');
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
  expect(execute).toHaveBeenCalledTimes(2);
});
