import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { bench, calls, MODES, ofType, runBy, signal, toldModel, until } from './test-kit.ts';

const script = [calls('ask', {}, 'c1'), 'Done.'];

/** A tool that suspends with whatever it is told to. */
function askWith(payload: unknown) {
  return createTool({
    id: 'ask',
    suspendSchema: z.object({
      question: z.string().trim(),
      choices: z.array(z.string()).default(['yes']),
    }),
    execute: async (_input, { resumeData, suspendPayload, suspend }) => {
      // Tools without types can give anything.
      if (resumeData === undefined) return suspend(payload as { question: string });
      return { suspendPayload };
    },
  });
}

describe.each(MODES)('by %s, a payload that does not fit the suspendSchema', (mode) => {
  test.each([[undefined], [{}], [{ question: 7 }], ['text']])(
    'is an error of the tool: %j',
    async (payload) => {
      const { agent, model } = bench(script, { ask: askWith(payload) });
      const result = await runBy(mode, agent);
      expect(result.waiting).toEqual([]);
      expect(result.toolResults).toMatchObject([
        { kind: 'error', code: 'INVALID_SUSPEND_PAYLOAD' },
      ]);
      expect(toldModel(model)).toContain('ask');
      expect((await agent.listSuspendedRuns()).runs).toEqual([]);
    },
  );
});

describe('a suspend payload', () => {
  test('that does not fit is never announced as a wait', async () => {
    const { agent } = bench(script, { ask: askWith({ question: 7 }) });
    const chunks = await collect((await agent.stream('go')).fullStream);
    expect(ofType(chunks, 'tool-call-suspended')).toEqual([]);
    expect(ofType(chunks, 'tool-error')).toHaveLength(1);
  });

  test('is announced and given back as its schema parsed it', async () => {
    const { agent } = bench(script, { ask: askWith({ question: '  why?  ' }) });
    const parsed = { question: 'why?', choices: ['yes'] };
    const { runId, waiting } = await agent.generate('go');
    expect(waiting).toMatchObject([{ payload: parsed }]);
    const { toolResults } = await agent.resumeGenerate(1, { runId });
    expect(toolResults).toMatchObject([{ result: { suspendPayload: parsed } }]);
  });

  test('of a tool without a suspendSchema may be anything, and is kept as JSON', async () => {
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) =>
        suspend({ at: new Date(0), big: 10n, tags: new Set(['a']), error: new Error('no') }),
    });
    const { agent, restart } = bench(script, { ask });
    const { waiting } = await agent.generate('go');
    const kept = {
      at: '1970-01-01T00:00:00.000Z',
      big: '10',
      tags: ['a'],
      error: { name: 'Error', message: 'no' },
    };
    expect(waiting).toMatchObject([{ payload: kept }]);
    expect((await restart().listSuspendedRuns()).runs[0]?.waiting).toMatchObject(waiting);
  });
});

describe('a tool that suspends and does not let go', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(MODES)('waits after a grace period all the same, by %s', async (mode) => {
    const suspended = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        void suspend('q');
        suspended.resolve();
        await new Promise(() => undefined);
      },
    });
    const { agent } = bench(script, { ask });
    const running = runBy(mode, agent);
    await suspended.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await running).waiting).toMatchObject([{ kind: 'suspension', payload: 'q' }]);
  });

  test('is not waited for once it has let go', async () => {
    const suspended = signal();
    const letGo = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        void suspend('q');
        suspended.resolve();
        await letGo.promise;
        return { late: true };
      },
    });
    const { agent } = bench(script, { ask });
    const running = agent.generate('go');
    await suspended.promise;
    letGo.resolve();
    expect((await running).waiting).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that suspends after it had long been running has the same grace', async () => {
    const go = signal();
    const suspended = signal();
    const entered = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        entered.resolve();
        await go.promise;
        void suspend('q');
        suspended.resolve();
        await new Promise(() => undefined);
      },
    });
    const { agent } = bench(script, { ask });
    const running = agent.generate('go');
    await entered.promise;
    await vi.advanceTimersByTimeAsync(60_000);
    go.resolve();
    await suspended.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await running).waiting).toHaveLength(1);
  });

  test('and comes to something after all changes nothing any more', async () => {
    const suspended = signal();
    const letGo = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { resumeData, suspend }) => {
        if (resumeData !== undefined) return { resumeData };
        void suspend('q');
        suspended.resolve();
        await letGo.promise;
        throw new Error('late');
      },
    });
    const { agent } = bench(script, { ask });
    const running = agent.generate('go');
    await suspended.promise;
    await vi.advanceTimersByTimeAsync(5_000);
    const { runId } = await running;
    letGo.resolve();
    await letGo.promise;
    expect(await agent.resumeGenerate('a', { runId })).toMatchObject({
      text: 'Done.',
      toolResults: [{ kind: 'result', result: { resumeData: 'a' } }],
    });
  });

  test('holds up none of its siblings', async () => {
    const suspended = signal();
    const ask = createTool({
      id: 'ask',
      execute: async (_input, { suspend }) => {
        void suspend('q');
        suspended.resolve();
        await new Promise(() => undefined);
      },
    });
    const look = createTool({ id: 'look', execute: async () => ({ seen: 1 }) });
    const toolCalls = [...calls('ask', {}).toolCalls, ...calls('look', {}).toolCalls];
    const { agent } = bench([{ toolCalls }], { ask, look });
    const stream = await agent.stream('go');
    await suspended.promise;
    expect(await until(stream, 'tool-result')).toMatchObject({ payload: { toolCallId: 'look' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await stream.waiting).toHaveLength(1);
  });
});
