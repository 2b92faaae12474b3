import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import type { ModelMessage } from '../../tool/message.ts';
import { promptProblems } from '../behaviour/run-kit.ts';
import { bench, callsAll } from '../behaviour/test-kit.ts';
import { NOTE } from './tool-message.ts';
import { startOfTail } from './trim-thread.ts';

const user: ModelMessage = { role: 'user', content: 'And?' };
const answer: ModelMessage = { role: 'assistant', content: 'So.' };
const step: readonly ModelMessage[] = [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {} }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'look',
        output: { type: 'text', value: 'seen' },
      },
    ],
  },
];
const note: ModelMessage = { role: 'user', content: '(noted)', providerOptions: NOTE };

const turns = fc.array(
  fc
    .array(fc.constantFrom(step, [answer], [...step, note]), { maxLength: 4 })
    .map((parts) => [user, ...parts.flat()]),
  { minLength: 1, maxLength: 6 },
);

describe('the part of a conversation that a model is given', () => {
  test('never splits a call from its result, begins with a user, and has the last turn whole', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 30 }), (conversation, limit) => {
        const messages = conversation.flat();
        const kept = messages.slice(startOfTail(messages, limit));
        expect(kept[0]).toBe(user);
        expect(promptProblems(kept)).toEqual([]);
        const last = conversation.at(-1)?.length ?? 0;
        expect(kept.length).toBeGreaterThanOrEqual(last);
        expect(kept.length).toBeLessThanOrEqual(Math.max(limit, last));
      }),
    );
  });

  test('is as much as fits', () => {
    const messages = [user, answer, user, ...step, answer, user, answer];
    const begins = [1, 2, 3, 5, 6, 7, 8, 100].map((limit) => startOfTail(messages, limit));
    expect(begins).toEqual([6, 6, 6, 6, 2, 2, 0, 0]);
    expect(startOfTail(messages, undefined)).toBe(0);
    expect(startOfTail([], 5)).toBe(0);
  });
});

const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => 'paid' });
const memory = { thread: 't', lastMessages: 2 };

test('a run is given the last messages of its thread, and more are kept', async () => {
  const { agent, model } = bench(['One.', 'Two.', 'Three.'], {});
  for (const text of ['a', 'b', 'c']) await agent.generate(text, { memory });
  expect(JSON.stringify(model.requests[2]?.prompt)).not.toContain('One.');
  expect(model.requests[2]?.prompt).toHaveLength(3);
  expect(await agent.listMessages({ threadId: 't' })).toHaveLength(6);
});

test('a run that waited goes on with all of its own messages, however far back they are', async () => {
  const script = [callsAll(['pay', 'p']), 'One.', 'Two.', 'Three.', 'It is paid.'];
  const { agent, restart, model } = bench(script, { pay });
  const { runId } = await agent.generate('Pay.', { memory });
  for (const text of ['a', 'b', 'c']) await agent.generate(text, { memory });
  for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
  const result = await restart().approveToolCallGenerate({ runId, toolCallId: 'p' });
  expect(result.text).toBe('It is paid.');
  const prompt = model.requests.at(-1)?.prompt ?? [];
  expect(promptProblems(prompt)).toEqual([]);
  expect(JSON.stringify(prompt)).toContain('paid');
});

test.each([0, -1, 1.5, Number.NaN])('%d last messages are refused', async (lastMessages) => {
  const { agent } = bench(['One.'], {});
  const run = agent.generate('a', { memory: { thread: 't', lastMessages } });
  await expect(run).rejects.toMatchObject({ code: 'INVALID_AGENT' });
});
