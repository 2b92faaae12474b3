import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolHooks } from '../../tool/tool-hooks.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from './run-kit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Never ends by itself. */
function hang(): Promise<void> {
  return Promise.withResolvers<void>().promise;
}

async function start(hooks: ToolHooks, response: object = {}) {
  const logger = recordingLogger();
  const executed = Promise.withResolvers<void>();
  const tool = createTool({
    id: 'tool',
    execute: async () => {
      executed.resolve();
      return 'ok';
    },
    ...hooks,
  });
  const toolCalls = [{ toolName: 'tool', input: { a: 'some text' } }];
  const model = scriptedModel([{ toolCalls, ...response }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger });
  const stream = await agent.stream('go');
  const types: string[] = [];
  const read = (async () => {
    for await (const chunk of stream.fullStream) types.push(chunk.type);
  })();
  const result = stream.result.then(
    ({ finishReason }) => finishReason,
    () => 'failed',
  );
  return { agent, stream, logger, executed, types, read, result };
}

function warnings({ records }: ReturnType<typeof recordingLogger>): readonly string[] {
  return records.filter(({ level }) => level === 'warn').map(({ message }) => message);
}

test.each(['onInputStart', 'onInputDelta', 'onInputAvailable', 'onOutput'] as const)(
  '%s that hangs holds up neither execute nor the stream; finish waits for it five seconds',
  async (name) => {
    const { executed, types, result, logger, read } = await start({ [name]: hang });
    await executed.promise;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(types).toContain('tool-result');
    expect(types).toContain('text-end');
    expect(types).not.toContain('finish');
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('stop');
    await read;
    expect(types.at(-1)).toBe('finish');
    expect(warnings(logger)).toEqual([expect.stringContaining('still running')]);
  },
);

test('afterToolCall that hangs holds up the end five seconds, and no longer', async () => {
  const logger = recordingLogger();
  const tool = createTool({ id: 'tool', execute: async () => 'ok' });
  const model = scriptedModel([{ toolCalls: [{ toolName: 'tool', input: {} }] }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger });
  const result = agent.generate('go', { hooks: { afterToolCall: hang } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await result).text).toBe('over');
  expect(warnings(logger)).toEqual([expect.stringContaining('still running')]);
});

test('a hook that takes its time is done when the run ends', async () => {
  const done = vi.fn();
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    done();
  };
  const { result, logger } = await start({ onOutput: slow });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe('stop');
  expect(done).toHaveBeenCalledOnce();
  expect(warnings(logger)).toEqual([]);
});

test('the hooks of a call come one after another, though nobody waits for them', async () => {
  const first = Promise.withResolvers<void>();
  const told: string[] = [];
  const { executed, result } = await start({
    onInputStart: async () => {
      await first.promise;
      told.push('start');
    },
    onInputAvailable: () => void told.push('available'),
    onOutput: () => void told.push('output'),
  });
  await executed.promise;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([]);
  first.resolve();
  expect(await result).toBe('stop');
  expect(told).toEqual(['start', 'available', 'output']);
});

test('hooks of different calls do not wait for each other', async () => {
  const told: string[] = [];
  const toolCalls = ['c1', 'c2'].map((toolCallId) => ({ toolName: 'tool', input: {}, toolCallId }));
  const { executed, result } = await start(
    {
      onInputAvailable: ({ toolCallId }) => {
        told.push(toolCallId);
        return toolCallId === 'c1' ? hang() : undefined;
      },
      onOutput: ({ toolCallId }) => void told.push(`${toolCallId} done`),
    },
    { toolCalls },
  );
  await executed.promise;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe('stop');
  expect(told).toEqual(['c1', 'c2', 'c2 done']);
});

describe('finish waits for hooks also', () => {
  const slowly = (done: () => void) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    done();
  };

  test.each([
    ['of a call whose response was cut short', { finishReason: 'length' }],
    ['of a call whose response broke off', { error: new Error('overloaded') }],
    [
      'of an input that never became a call',
      {
        toolCalls: [],
        parts: [{ type: 'tool-input-start', id: 'c1', toolName: 'tool' }],
      },
    ],
  ])('%s', async (_kind, response) => {
    const done = vi.fn();
    const { result, read, types } = await start({ onInputStart: slowly(done) }, response);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(types).not.toContain('finish');
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([result, read]);
    expect(done).toHaveBeenCalledOnce();
    expect(types.at(-1)).toBe('finish');
  });
});
