import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolContext } from '../../tool/tool-context.ts';
import { ToolTimeoutError } from '../../tool/tool-errors.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, RUN_MODES, recordingLogger, resultsIn } from './run-kit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** An agent whose model calls a tool with a second's time, that does what the test lets it do. */
function setUp(extra: object = {}) {
  const started = Promise.withResolvers<ToolContext>();
  const work = Promise.withResolvers<unknown>();
  const logger = recordingLogger();
  const onOutput = vi.fn();
  const tool = createTool({
    id: 'slow',
    timeoutMs: 1_000,
    execute: async (_input, context) => {
      started.resolve(context);
      return work.promise as Promise<object>;
    },
    onOutput,
    ...extra,
  });
  const toolCalls = [{ toolName: 'slow', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { slow: tool }, logger });
  const told = () => resultsIn(model.requests[1]?.prompt ?? [])['c1'];
  return { agent, started: started.promise, work, logger, told, onOutput };
}

describe.each(RUN_MODES)('with $mode, a tool that takes longer than its timeoutMs', ({ run }) => {
  test('is given up though it ignores its signal; the run goes on', async () => {
    const { agent, started, told, onOutput } = setUp();
    const result = run(agent);
    await started;
    await vi.advanceTimersByTimeAsync(1_000);
    const { text, toolResults } = await result;
    expect(text).toBe('over');
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'TIMED_OUT' }]);
    expect(toolResults[0]).toSatisfy(
      (entry) => entry?.kind === 'error' && ToolTimeoutError.isInstance(entry.error),
    );
    expect(told()).toEqual({
      type: 'error-text',
      value: expect.stringMatching(/1000 ms.*effects may still occur/),
    });
    expect(onOutput).not.toHaveBeenCalled();
  });

  test('is told by its signal', async () => {
    const { agent, started } = setUp();
    const result = run(agent);
    const { abortSignal } = await started;
    await vi.advanceTimersByTimeAsync(999);
    expect(abortSignal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(abortSignal.aborted).toBe(true);
    expect(ToolTimeoutError.isInstance(abortSignal.reason)).toBe(true);
    await result;
  });
});

test('a tool that only reads has no effects to warn of', async () => {
  const { agent, started, told } = setUp({ mcp: { annotations: { readOnlyHint: true } } });
  const result = agent.generate('go');
  await started;
  await vi.advanceTimersByTimeAsync(1_000);
  await result;
  expect(told()).toMatchObject({ value: expect.not.stringContaining('effects') });
});

test('a tool that fails because of its signal has timed out, and not failed', async () => {
  const { agent, told } = setUp({
    execute: (_input: unknown, { abortSignal }: ToolContext) =>
      new Promise((_resolve, reject) => {
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
      }),
  });
  const result = agent.generate('go');
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await result).toolResults).toMatchObject([{ code: 'TIMED_OUT' }]);
  expect(told()).toMatchObject({ value: expect.stringContaining('given up') });
});

describe('what comes late', () => {
  test.each(['result', 'error'])('as a %s is dropped and logged', async (kind) => {
    const { agent, started, work, logger, onOutput } = setUp();
    const stream = await agent.stream('go');
    const chunks = collect(stream.fullStream);
    await started;
    await vi.advanceTimersByTimeAsync(1_000);
    await stream.result;
    if (kind === 'result') work.resolve({ late: true });
    else work.reject(new Error('late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(chunkProblems(await chunks)).toEqual([]);
    expect(await collect(stream.fullStream)).toEqual(await chunks);
    expect(onOutput).not.toHaveBeenCalled();
    expect(logger.records.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: 'A call of "slow" failed.', details: { code: 'TIMED_OUT' } },
      { message: expect.stringMatching(/"slow".*dropped/) },
    ]);
  });

  test('as progress is dropped, while the run goes on and when it is over', async () => {
    const { agent, started } = setUp();
    const stream = await agent.stream('go');
    const { writer } = await started;
    await writer.write('in time');
    const types: string[] = [];
    const reading = (async () => {
      for await (const { type } of stream.fullStream) {
        types.push(type);
        if (type === 'tool-error') await writer.write('late');
      }
    })();
    await vi.advanceTimersByTimeAsync(1_000);
    await reading;
    await writer.write('later still');
    const chunks = await collect(stream.fullStream);
    expect(chunkProblems(chunks)).toEqual([]);
    expect(chunks.filter(({ type }) => type === 'tool-output')).toHaveLength(1);
    expect(chunks.at(-1)?.type).toBe('finish');
  });

  test('as a chunk of the tool’s own is dropped when the run is over', async () => {
    const { agent, started } = setUp();
    const stream = await agent.stream('go');
    const { writer } = await started;
    await vi.advanceTimersByTimeAsync(1_000);
    await stream.result;
    await writer.custom({ type: 'data-late', data: 1 });
    expect((await collect(stream.fullStream)).at(-1)?.type).toBe('finish');
  });

  test('as a suspension is dropped', async () => {
    const { agent, started } = setUp();
    const stream = await agent.stream('go');
    const { suspend } = await started;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await stream.finishReason).toBe('stop');
    await expect(suspend({ too: 'late' })).rejects.toThrow();
    expect(await stream.waiting).toEqual([]);
    expect((await agent.listSuspendedRuns()).runs).toEqual([]);
  });
});

test('a tool that is done in time leaves no timer behind', async () => {
  const { agent, work } = setUp();
  work.resolve({});
  await agent.generate('go');
  expect(vi.getTimerCount()).toBe(0);
});

test('the clock of one call is not that of its sibling', async () => {
  const work = Promise.withResolvers<string>();
  const slow = createTool({ id: 's', timeoutMs: 1_000, execute: () => work.promise });
  const slower = createTool({ id: 't', timeoutMs: 3_000, execute: () => work.promise });
  const toolCalls = ['slow', 'slower'].map((toolName) => ({ toolName, input: {} }));
  const model = scriptedModel([{ toolCalls }, 'over']);
  const logger = recordingLogger();
  const agent = new Agent({ id: 'a', model, tools: { slow, slower }, logger });
  const result = agent.generate('go');
  await vi.advanceTimersByTimeAsync(2_000);
  work.resolve('done');
  expect((await result).toolResults).toMatchObject([
    { toolName: 'slow', code: 'TIMED_OUT' },
    { toolName: 'slower', kind: 'result', result: 'done' },
  ]);
});
