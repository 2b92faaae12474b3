import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { isSuspendSignal } from '../../call/suspension.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { collect } from '../../testing/collect.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { chunkProblems } from './run-kit.ts';
import { bench, calls, lastResults, MODES, ofType, resumeBy, runBy, until } from './test-kit.ts';

const askTool = () =>
  createTool({
    id: 'ask',
    inputSchema: z.object({ topic: z.string().default('colour') }),
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ answer: z.string() }),
    execute: async ({ topic }, { resumeData, suspend }) => {
      if (!resumeData) return suspend({ question: `Which ${topic}?` });
      return { chosen: resumeData.answer };
    },
  });

const script = [calls('ask', {}, 'c1'), 'Done.'];

describe.each(MODES)('by %s, a call that suspends', (mode) => {
  test('waits with its payload and the schema of the answer', async () => {
    const { agent, model } = bench(script, { ask: askTool() });
    const { finishReason, waiting, runId } = await runBy(mode, agent);
    expect(finishReason).toBe('suspended');
    expect(model.requests).toHaveLength(1);
    expect(waiting).toEqual([
      {
        kind: 'suspension',
        runId,
        toolCallId: 'c1',
        toolName: 'ask',
        waitNumber: 1,
        payload: { question: 'Which colour?' },
        schema: expect.objectContaining({
          properties: { answer: { type: 'string' } },
          required: ['answer'],
        }),
      },
    ]);
  });

  test('runs again with the answer, and the model reads its result', async () => {
    const { agent, model } = bench(script, { ask: askTool() });
    const { runId } = await runBy(mode, agent);
    const result = await resumeBy(mode, agent, { answer: 'blue' }, { runId, toolCallId: 'c1' });
    expect(result).toMatchObject({ text: 'Done.', finishReason: 'stop', waiting: [] });
    expect(lastResults(model)).toMatchObject([{ output: { value: { chosen: 'blue' } } }]);
  });

  test('may suspend again and again, each time with another payload', async () => {
    const seen: unknown[] = [];
    const steps = createTool({
      id: 'steps',
      execute: async (_input, { resumeData, suspendPayload, suspend, attempt }) => {
        seen.push([attempt, suspendPayload, resumeData]);
        if (attempt < 4) return suspend({ step: attempt });
        return { after: attempt };
      },
    });
    const { agent } = bench([calls('steps', {}, 'c1'), 'Done.'], { steps });
    let result = await runBy(mode, agent);
    for (const answer of ['one', 'two', 'three']) {
      expect(result.waiting).toMatchObject([{ payload: { step: seen.length } }]);
      result = await resumeBy(mode, agent, answer, { runId: result.runId, toolCallId: 'c1' });
    }
    expect(seen).toEqual([
      [1, undefined, undefined],
      [2, { step: 1 }, 'one'],
      [3, { step: 2 }, 'two'],
      [4, { step: 3 }, 'three'],
    ]);
    expect(result.toolResults).toMatchObject([{ result: { after: 4 } }]);
  });

  test.each([[false], [0], [''], [null]])(
    'is resumed with %j like with any answer',
    async (answer) => {
      const seen: unknown[] = [];
      const ask = createTool({
        id: 'ask',
        resumeSchema: z.union([z.boolean(), z.number(), z.string(), z.null()]),
        execute: async (_input, { resumeData, suspend }) => {
          seen.push(resumeData);
          if (resumeData === undefined) return suspend();
          return { resumeData };
        },
      });
      const { agent } = bench(script, { ask });
      const { runId } = await runBy(mode, agent);
      const result = await resumeBy(mode, agent, answer, { runId });
      expect(result).toMatchObject({
        text: 'Done.',
        toolResults: [{ result: { resumeData: answer } }],
      });
      expect(seen).toEqual([undefined, answer]);
    },
  );

  test.each([[false], [0], [''], [null], [undefined]])(
    'keeps the payload %j as it is, here and after a restart',
    async (payload) => {
      const seen: unknown[] = [];
      const ask = createTool({
        id: 'ask',
        execute: async (_input, { resumeData, suspendPayload, suspend }) => {
          seen.push(suspendPayload);
          return resumeData === undefined ? suspend(payload) : { ok: true };
        },
      });
      const { agent, restart } = bench(script, { ask });
      const { runId, waiting } = await runBy(mode, agent);
      expect(waiting).toHaveLength(1);
      expect(waiting[0]?.payload).toBe(payload);
      expect((await restart().listSuspendedRuns()).runs[0]?.waiting[0]?.payload).toBe(payload);
      await resumeBy(mode, restart(), true, { runId });
      expect(seen).toEqual([undefined, payload]);
    },
  );

  test('is told of the answer on the stream, in order', async () => {
    const { agent } = bench(script, { ask: askTool() });
    const first = await agent.stream('go');
    const before = await collect(first.fullStream);
    const second = await agent.resumeStream({ answer: 'red' }, { runId: first.runId });
    const after = await collect(second.fullStream);
    expect(ofType(before, 'tool-call-suspended')).toMatchObject([
      { payload: { toolCallId: 'c1', suspendPayload: { question: 'Which colour?' } } },
    ]);
    expect(after.slice(0, 3).map(({ type }) => type)).toEqual([
      'start',
      'tool-call-resumed',
      'tool-result',
    ]);
    expect(ofType(after, 'tool-call-resumed')).toMatchObject([
      { payload: { toolCallId: 'c1', resumeData: { answer: 'red' } } },
    ]);
    expect(chunkProblems([...before, ...after])).toEqual([]);
  });
});

/** Ways to suspend, and what must come of each: the call waits, nothing else counts. */
const WAYS: readonly (readonly [string, (context: ToolContext) => unknown])[] = [
  [
    'awaited',
    async ({ suspend }) => {
      await suspend('q');
      throw new Error('code behind suspend() ran');
    },
  ],
  ['returned', async ({ suspend }) => suspend('q')],
  ['returned without async', ({ suspend }) => suspend('q')],
  [
    'not awaited, with a result',
    async ({ suspend }) => {
      void suspend('q');
      return { done: true };
    },
  ],
  [
    'not awaited, without async',
    ({ suspend }) => {
      void suspend('q');
      return { done: true };
    },
  ],
  [
    'not awaited, then an error',
    async ({ suspend }) => {
      void suspend('q');
      throw new Error('later');
    },
  ],
  [
    'caught, with a result in its place',
    async ({ suspend }) => {
      try {
        return await suspend('q');
      } catch {
        return { done: true };
      }
    },
  ],
  [
    'caught, with another error',
    async ({ suspend }) => {
      await suspend('q').catch(() => undefined);
      throw new Error('later');
    },
  ],
  [
    'twice: the first counts',
    async ({ suspend }) => {
      await suspend('q').catch(() => undefined);
      return suspend('another');
    },
  ],
  [
    'beside another that is not awaited',
    async ({ suspend }) => {
      void suspend('q');
      return suspend('another');
    },
  ],
  ['through the agent’s part of the context', async ({ agent }) => agent?.suspend('q')],
  [
    'from a function that it was handed to',
    async ({ suspend }) => Promise.all([1, 2].map(() => suspend('q'))),
  ],
];

describe.each(MODES)('by %s, suspend()', (mode) => {
  test.each(WAYS)('suspends the call: %s', async (_way, way) => {
    const execute = vi.fn((_input: unknown, context: ToolContext) =>
      context.resumeData === undefined ? way(context) : { answer: context.resumeData },
    );
    // What the ways return is beside the point, and of many types.
    const ask = createTool({ id: 'ask', execute: execute as unknown as () => Promise<object> });
    const { agent, logger } = bench(script, { ask });
    const { runId, waiting, toolResults } = await runBy(mode, agent);
    expect(waiting).toMatchObject([{ kind: 'suspension', payload: 'q' }]);
    expect(toolResults).toEqual([]);
    expect(logger.records).toEqual([]);
    const result = await resumeBy(mode, agent, 'a', { runId });
    expect(result.toolResults).toMatchObject([{ kind: 'result', result: { answer: 'a' } }]);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test('lets finally run before the wait is announced, and nothing behind it', async () => {
    const order: string[] = [];
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        try {
          order.push('before');
          await suspend();
          order.push('behind');
        } finally {
          await Promise.resolve();
          order.push('finally');
        }
      },
    });
    const { agent } = bench(script, { ask });
    await runBy(mode, agent);
    expect(order).toEqual(['before', 'finally']);
  });

  test('rejects with a signal that can be told from errors', async () => {
    const caught: unknown[] = [];
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        await suspend().catch((error: unknown) => {
          caught.push(error);
          throw error;
        });
      },
    });
    const { agent } = bench(script, { ask });
    expect((await runBy(mode, agent)).waiting).toHaveLength(1);
    expect(caught.map(isSuspendSignal)).toEqual([true]);
    expect(isSuspendSignal(new Error('other'))).toBe(false);
  });
});

test('a suspension is stored before anybody hears of it', async () => {
  const store = new MemoryStore();
  const { agent } = bench(script, { ask: askTool() }, { store });
  const stream = await agent.stream('go');
  await until(stream, 'tool-call-suspended');
  expect(await store.loadCall(stream.runId, 'c1')).toMatchObject({
    state: 'suspended',
    suspendPayload: { question: 'Which colour?' },
  });
});
