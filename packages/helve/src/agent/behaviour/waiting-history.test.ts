import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { promptProblems } from './run-kit.ts';
import { bench, calls, callsAll, lastResults, MODES, runBy } from './test-kit.ts';

const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => ({ ok: true }) });
const ask = createTool({
  id: 'ask',
  execute: async (_input, { resumeData, suspend }) => resumeData ?? suspend({ q: 1 }),
});
const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });

describe.each(MODES)('by %s, the messages of a run that waits', (mode) => {
  test('are a conversation that a provider takes: open calls have provisional results', async () => {
    const made = callsAll(['pay', 'p'], ['look', 'l'], ['ask', 'a']);
    const { agent, model } = bench([made, 'Later, then.'], { pay, ask, look });
    const { messages } = await runBy(mode, agent, 'Pay.');
    const conversation: ModelMessage[] = [
      { role: 'user', content: 'Pay.' },
      ...messages,
      { role: 'user', content: 'What about my other question?' },
    ];
    expect((await runBy(mode, agent, conversation)).text).toBe('Later, then.');
    expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'p', output: { value: expect.stringContaining('waiting for approval') } },
      { toolCallId: 'l', output: { value: { seen: 1 } } },
      { toolCallId: 'a', output: { value: expect.stringContaining('waiting for an answer') } },
    ]);
  });

  test('are not stored as such: after the decision the real results stand there alone', async () => {
    const { agent, model, store } = bench([callsAll(['pay', 'p']), 'Done.'], { pay });
    const { runId } = await runBy(mode, agent);
    expect((await store.loadMessages(runId)).map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
    ]);
    const { messages } = await agent.approveToolCallGenerate({ runId, toolCallId: 'p' });
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    expect(JSON.stringify([messages, model.requests[1]?.prompt])).not.toMatch(/waiting for/);
  });
});

describe.each(MODES)('by %s, a tool that changes the input it is given', (mode) => {
  const schemas = [
    ['no schema', undefined],
    ['plain JSON Schema', jsonSchema({ type: 'object' })],
    ['a part that is unknown', z.object({ list: z.unknown() })],
    ['a loose object', z.looseObject({})],
  ] as const;

  test.each(schemas)(
    'changes neither history nor record nor chunks: %s',
    async (_kind, inputSchema) => {
      const meddle = (input: unknown): void => {
        const list: unknown = Reflect.get(Object(input), 'list');
        if (Array.isArray(list)) list.push('meddled');
        Reflect.set(Object(input), 'secret', 'meddled');
      };
      const seen: string[] = [];
      const tool = createTool({
        id: 'tool',
        ...(inputSchema ? { inputSchema } : {}),
        execute: async (input, { resumeData, suspend }) => {
          seen.push(JSON.stringify(input));
          meddle(input);
          return resumeData === undefined ? suspend() : { ok: true };
        },
      });
      const { agent, model, store } = bench([calls('tool', { list: [1] }, 'c1'), 'Done.'], {
        tool,
      });
      const { runId } = await runBy(mode, agent);
      expect((await store.loadCall(runId, 'c1'))?.acceptedInput).toEqual({ list: [1] });
      const result = await agent.resumeGenerate(true, { runId });
      expect(seen).toEqual(['{"list":[1]}', '{"list":[1]}']);
      expect(result.toolResults).toMatchObject([{ args: { list: [1] } }]);
      const told = [
        model.requests[1]?.prompt,
        result.messages,
        await agent.listMessages({ runId }),
      ];
      expect(JSON.stringify(told)).not.toContain('meddled');
    },
  );
});
