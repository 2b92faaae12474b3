import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { promptProblems } from './run-kit.ts';
import {
  bench,
  callsAll,
  lastResults,
  MODES,
  ofType,
  resumeBy,
  runBy,
  signal,
  turn,
  until,
} from './test-kit.ts';

const ask = createTool({
  id: 'ask',
  inputSchema: z.object({ topic: z.string() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ answer: z.string() }),
  execute: async ({ topic }, { resumeData, suspendPayload, suspend }) =>
    resumeData ? { topic, ...suspendPayload, ...resumeData } : suspend({ question: `${topic}?` }),
});

describe.each(MODES)('by %s, two calls of the same tool that suspend in one step', (mode) => {
  const script = [
    callsAll(['ask', 'x', { topic: 'colour' }], ['ask', 'y', { topic: 'size' }]),
    'Done.',
  ];

  test('wait each for itself, with its own payload', async () => {
    const { agent } = bench(script, { ask });
    const { waiting } = await runBy(mode, agent);
    expect(waiting.map(({ toolCallId, payload }) => [toolCallId, payload])).toEqual([
      ['x', { question: 'colour?' }],
      ['y', { question: 'size?' }],
    ]);
  });

  test('get each its own answer, in either order', async () => {
    for (const order of [
      ['x', 'y'],
      ['y', 'x'],
    ]) {
      const { agent, model } = bench(script, { ask });
      const { runId } = await runBy(mode, agent);
      for (const toolCallId of order) {
        expect(model.requests).toHaveLength(1);
        const answer = { answer: `for ${toolCallId}` };
        await resumeBy(mode, agent, answer, { runId, toolCallId });
      }
      expect(model.requests).toHaveLength(2);
      expect(lastResults(model)).toMatchObject([
        {
          toolCallId: 'x',
          output: { value: { topic: 'colour', question: 'colour?', answer: 'for x' } },
        },
        {
          toolCallId: 'y',
          output: { value: { topic: 'size', question: 'size?', answer: 'for y' } },
        },
      ]);
      expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
    }
  });
});

describe('a sibling that has finished', () => {
  const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });
  const script = [callsAll(['ask', 'x', { topic: 'colour' }], ['look', 'l']), 'Done.'];

  test.each(MODES)(
    'is streamed and stored at once, not when the last one resumes: %s',
    async (mode) => {
      const { agent, store } = bench(script, { ask, look });
      const { runId, toolResults } = await runBy(mode, agent);
      expect(toolResults).toMatchObject([{ toolCallId: 'l', result: { seen: 1 } }]);
      expect(await store.loadCall(runId, 'l')).toMatchObject({
        state: 'settled',
        result: { type: 'json', value: { seen: 1 } },
      });
      const messages = await agent.listMessages({ runId });
      expect(messages[1]?.parts).toMatchObject([
        { toolCallId: 'x', state: 'suspended' },
        { toolCallId: 'l', state: 'result', output: { seen: 1 } },
      ]);
    },
  );

  test('has its chunk while others are still executing', async () => {
    const hold = signal();
    const slow = createTool({
      id: 'slow',
      execute: async () => {
        await hold.promise;
        return { slow: true };
      },
    });
    const made = callsAll(['slow', 's'], ['ask', 'x', { topic: 'a' }], ['look', 'l']);
    const { agent, store } = bench([made], { ask, look, slow });
    const stream = await agent.stream('go');
    await until(stream, 'tool-result', ({ payload }) => payload.toolCallId === 'l');
    expect(await store.loadCall(stream.runId, 'l')).toMatchObject({ state: 'settled' });
    expect(await store.loadCall(stream.runId, 's')).toMatchObject({ state: 'executing' });
    hold.resolve();
    expect(await stream.waiting).toHaveLength(1);
  });

  test('is not executed again when the others go on', async () => {
    let looked = 0;
    const counted = createTool({ id: 'look', execute: async () => ({ looked: ++looked }) });
    const { agent, restart, model } = bench(script, { ask, look: counted });
    const { runId } = await agent.generate('go');
    await restart().resumeGenerate({ answer: 'a' }, { runId });
    expect(looked).toBe(1);
    expect(lastResults(model)).toMatchObject([
      { toolCallId: 'x' },
      { toolCallId: 'l', output: { value: { looked: 1 } } },
    ]);
  });
});

describe('several calls that suspend, fail and finish at once', () => {
  const fail = createTool({
    id: 'fail',
    execute: async () => {
      throw new Error('broken');
    },
  });
  const made = callsAll(
    ['fail', 'f1'],
    ['ask', 'x', { topic: 'a' }],
    ['fail', 'f2'],
    ['ask', 'y', { topic: 'b' }],
    ['nobody', 'n'],
  );

  test.each(MODES)('all come to rest before the pauses are reported, by %s', async (mode) => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): unknown => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const { agent } = bench([made], { ask, fail });
    const { toolResults, waiting, finishReason } = await runBy(mode, agent);
    // A rejection counts as unhandled once the turn of the event loop has ended.
    await turn();
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
    expect(finishReason).toBe('suspended');
    expect(toolResults.map(({ toolCallId }) => toolCallId).sort()).toEqual(['f1', 'f2', 'n']);
    expect(waiting.map(({ toolCallId }) => toolCallId)).toEqual(['x', 'y']);
  });

  test('have one end each, over all streams of the run', async () => {
    const { agent } = bench([made, 'Done.'], { ask, fail });
    const first = await agent.stream('go');
    const chunks = [...(await collect(first.fullStream))];
    for (const toolCallId of ['y', 'x']) {
      const stream = await agent.resumeStream({ answer: '1' }, { runId: first.runId, toolCallId });
      chunks.push(...(await collect(stream.fullStream)));
    }
    const ends = [...ofType(chunks, 'tool-result'), ...ofType(chunks, 'tool-error')];
    expect(ends.map(({ payload }) => payload.toolCallId).sort()).toEqual([
      'f1',
      'f2',
      'n',
      'x',
      'y',
    ]);
  });
});

describe('a call that suspends again while a sibling waits', () => {
  test('keeps waiting beside it, and the model is called when both have settled', async () => {
    const twice = createTool({
      id: 'twice',
      execute: async (_input, { attempt, suspend }) =>
        attempt < 3 ? suspend({ attempt }) : { attempt },
    });
    const made = callsAll(['twice', 't'], ['ask', 'x', { topic: 'a' }]);
    const { agent, model } = bench([made, 'Done.'], { ask, twice });
    const { runId } = await agent.generate('go');
    const first = await agent.resumeGenerate(1, { runId, toolCallId: 't' });
    expect(first.waiting.map(({ toolCallId, payload }) => [toolCallId, payload])).toEqual([
      ['t', { attempt: 2 }],
      ['x', { question: 'a?' }],
    ]);
    await agent.resumeGenerate({ answer: 'b' }, { runId, toolCallId: 'x' });
    expect(model.requests).toHaveLength(1);
    const last = await agent.resumeGenerate(2, { runId, toolCallId: 't' });
    expect(last).toMatchObject({ text: 'Done.', finishReason: 'stop' });
    expect(model.requests).toHaveLength(2);
  });
});
