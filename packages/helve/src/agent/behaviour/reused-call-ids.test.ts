import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import type { ScriptedPart } from '../../testing/scripted-response.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { chunkProblems, promptProblems } from './run-kit.ts';
import { bench, lastResults, MODES, ofType, runBy } from './test-kit.ts';

const inputSchema = z.object({ n: z.number() });

function payTool() {
  const execute = vi.fn(async ({ n }: { n: number }) => ({ paid: n }));
  return { execute, pay: createTool({ id: 'pay', inputSchema, requireApproval: true, execute }) };
}

/** A response whose calls the provider gave these ids. */
const withIds = (...ids: readonly string[]) => ({
  toolCalls: ids.map((toolCallId, n) => ({ toolName: 'pay', toolCallId, input: { n } })),
});

describe.each(MODES)('by %s, calls to which the provider gave no ids of their own', (mode) => {
  test.each([
    ['the same', ['a', 'a', 'a']],
    ['none', ['', '', '']],
    ['some the same, some none', ['a', '', 'a', '']],
  ])('wait and are decided on each for itself: %s', async (_kind, ids) => {
    const { execute, pay } = payTool();
    const { agent, restart, model } = bench([withIds(...ids), 'Done.'], { pay });
    const { runId, waiting } = await runBy(mode, agent);
    expect(waiting.map(({ payload }) => payload)).toEqual(ids.map((_, n) => ({ n })));
    const own = waiting.map(({ toolCallId }) => toolCallId);
    expect(new Set(own).size).toBe(ids.length);
    expect(own).not.toContain('');
    for (const [n, toolCallId] of [...own.entries()].reverse()) {
      await restart().approveToolCallGenerate({ runId, toolCallId });
      expect(execute).toHaveBeenLastCalledWith({ n }, expect.anything());
    }
    expect(execute).toHaveBeenCalledTimes(ids.length);
    expect(lastResults(model)).toMatchObject(
      ids.map((_, n) => ({ output: { value: { paid: n } } })),
    );
    expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
  });

  test('are echoed to the provider under the ids it gave, each once in a response', async () => {
    const { pay } = payTool();
    const free = pay.with({ requireApproval: false });
    const { agent, model } = bench([withIds('a', 'a', ''), withIds('a'), 'Done.'], { pay: free });
    await runBy(mode, agent);
    const prompt = model.requests[2]?.prompt ?? [];
    expect(promptProblems(prompt)).toEqual([]);
    const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    expect(results).toMatchObject([
      { toolCallId: 'a', output: { value: { paid: 0 } } },
      { toolCallId: expect.stringMatching(/^call_/), output: { value: { paid: 1 } } },
      { toolCallId: expect.stringMatching(/./), output: { value: { paid: 2 } } },
      { toolCallId: 'a', output: { value: { paid: 0 } } },
    ]);
  });

  test('are not taken for a call of the conversation that the run was started with', async () => {
    const { execute, pay } = payTool();
    const history: ModelMessage[] = [
      { role: 'user', content: 'Pay.' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'old', toolName: 'pay', input: { n: 9 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'old',
            toolName: 'pay',
            output: { type: 'text', value: 'paid' },
          },
        ],
      },
      { role: 'user', content: 'Again.' },
    ];
    const { agent, restart } = bench([withIds('new'), withIds('old', 'new'), 'Done.'], { pay });
    const { runId } = await runBy(mode, agent, history);
    const { waiting } = await restart().approveToolCallGenerate({ runId, toolCallId: 'new' });
    const own = waiting.map(({ toolCallId }) => toolCallId);
    expect(new Set([...own, 'old', 'new']).size).toBe(4);
    expect(execute).toHaveBeenCalledOnce();
  });
});

const start = (id: string): ScriptedPart => ({ type: 'tool-input-start', id, toolName: 'pay' });
const delta = (id: string, text: string): ScriptedPart => ({
  type: 'tool-input-delta',
  id,
  delta: text,
});
const call = (id: string, input: string): ScriptedPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'pay',
  input,
});

describe('inputs that stream in under one id at once', () => {
  test.each(['a', ''])(
    'have one end each, and the calls run as they were written: id "%s"',
    async (id) => {
      const { execute, pay } = payTool();
      const parts = [
        start(id),
        start(id),
        delta(id, '{"n":1}'),
        delta(id, '{"n":2}'),
        { type: 'tool-input-end', id },
        { type: 'tool-input-end', id },
        call(id, '{"n":1}'),
        call(id, '{"n":2}'),
      ];
      const free = pay.with({ requireApproval: false });
      const { agent, model } = bench([{ parts, finishReason: 'tool-calls' }, 'Done.'], {
        pay: free,
      });
      const chunks = await collect((await agent.stream('go')).fullStream);
      expect(chunkProblems(chunks)).toEqual([]);
      expect(execute.mock.calls.map(([{ n }]) => n)).toEqual([1, 2]);
      expect(ofType(chunks, 'tool-result').map(({ payload }) => payload.result)).toEqual([
        { paid: 1 },
        { paid: 2 },
      ]);
      expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
    },
  );
});
