import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ToolHooks } from '../../tool/tool-hooks.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, recordingLogger } from './run-kit.ts';

const inputSchema = z.object({ city: z.string(), unit: z.string().default('c') });

/** A tool whose hooks and `execute` write down that they were told. */
function watched(told: string[], hooks: ToolHooks = {}) {
  return createTool({
    id: 'weather',
    inputSchema,
    execute: async () => {
      told.push('execute');
      return 'sunny';
    },
    onInputStart: () => void told.push('start'),
    onInputDelta: ({ inputTextDelta }) => void told.push(`delta ${inputTextDelta}`),
    onInputAvailable: ({ input }) => void told.push(`available ${JSON.stringify(input)}`),
    onOutput: ({ output, toolName }) => void told.push(`output ${toolName} ${output}`),
    ...hooks,
  });
}

function agentWith(told: string[], parts: object | undefined, hooks?: ToolHooks) {
  const logger = recordingLogger();
  const toolCalls = [{ toolName: 'weather', input: { city: 'Oslo' }, toolCallId: 'c1' }];
  const model = scriptedModel([
    { toolCalls, chunkSize: 8, finishReason: 'tool-calls', ...parts },
    'over',
  ]);
  const tools = { weather: watched(told, hooks) };
  return { agent: new Agent({ id: 'a', model, tools, logger }), logger, model };
}

const atOnce = {
  toolCalls: [],
  parts: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Oslo"}' }],
};

const after = ['available {"city":"Oslo","unit":"c"}', 'execute', 'output weather sunny'];

describe('hooks are told in order: start, deltas, available, then execute, then output', () => {
  test('with a provider that streams inputs', async () => {
    const told: string[] = [];
    const { agent } = agentWith(told, undefined);
    await (await agent.stream('go')).result;
    expect(told).toEqual(['start', 'delta {"city":', 'delta "Oslo"}', ...after]);
  });

  test('with a provider that streams responses and gives calls whole', async () => {
    const told: string[] = [];
    const { agent } = agentWith(told, atOnce);
    await (await agent.stream('go')).result;
    expect(told).toEqual(['start', ...after]);
  });

  test('with generate(), the start made up', async () => {
    const told: string[] = [];
    const { agent } = agentWith(told, undefined);
    await agent.generate('go');
    expect(told).toEqual(['start', ...after]);
  });
});

test.each([
  ['does not fit', { toolCalls: [{ toolName: 'weather', input: { city: 5 } }] }],
  ['is broken', { toolCalls: [{ toolName: 'weather', input: '{"city": ' }], chunkSize: 99 }],
])('an input that %s is never available', async (_kind, response) => {
  const told: string[] = [];
  const { agent } = agentWith(told, response);
  await (await agent.stream('go')).result;
  expect(told[0]).toBe('start');
  expect(told.filter((what) => !/^(start|delta)/.test(what))).toEqual([]);
});

test('every hook knows its call, the conversation and the signal', async () => {
  const seen: { toolCallId: string; roles?: readonly string[]; signal: AbortSignal }[] = [];
  const see = (options: {
    toolCallId: string;
    messages?: readonly { role: string }[];
    abortSignal: AbortSignal;
  }) => {
    const { toolCallId, messages, abortSignal } = options;
    const roles = messages?.map(({ role }) => role);
    seen.push({ toolCallId, ...(roles ? { roles } : {}), signal: abortSignal });
  };
  const { agent } = agentWith([], undefined, {
    onInputStart: see,
    onInputDelta: see,
    onInputAvailable: see,
    onOutput: see,
  });
  const { signal } = new AbortController();
  await (await agent.stream('hello', { abortSignal: signal })).result;
  expect(seen).toHaveLength(5);
  expect(new Set(seen.map(({ toolCallId }) => toolCallId))).toEqual(new Set(['c1']));
  expect(seen.slice(0, -1).every(({ roles }) => roles?.join() === 'user')).toBe(true);
  expect(seen.at(-1)?.roles).toBeUndefined();
  for (const { signal: theirs } of seen) expect(theirs).toBe(signal);
});

describe.each(RUN_MODES)('with $mode', ({ run }) => {
  test.each(['throws', 'rejects'])(
    'a hook that %s is logged, and the call goes on',
    async (how) => {
      const told: string[] = [];
      const fail =
        how === 'throws'
          ? () => {
              throw new Error('hook trouble');
            }
          : () => Promise.reject(new Error('hook trouble'));
      const hooks = {
        onInputStart: fail,
        onInputDelta: fail,
        onInputAvailable: fail,
        onOutput: fail,
      };
      const { agent, logger } = agentWith(told, undefined, hooks);
      const { text, toolResults } = await run(agent);
      expect(text).toBe('over');
      expect(toolResults).toMatchObject([{ kind: 'result', result: 'sunny' }]);
      const failures = logger.records.filter(({ level }) => level === 'error');
      for (const hook of ['onInputStart', 'onInputAvailable', 'onOutput']) {
        expect(failures.some(({ message }) => message.includes(hook))).toBe(true);
      }
    },
  );

  test('afterToolCall that throws does not turn a success into an error', async () => {
    const { agent, logger } = agentWith([], undefined);
    const afterToolCall = vi.fn(() => {
      throw new Error('hook trouble');
    });
    const { toolResults } = await run(agent, 'go', { hooks: { afterToolCall } });
    expect(toolResults).toMatchObject([{ kind: 'result', result: 'sunny' }]);
    expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ toolCallId: 'c1', kind: 'result', result: 'sunny' }),
    );
    expect(logger.records.some(({ message }) => message.includes('afterToolCall'))).toBe(true);
  });
});

test('afterToolCall is told of calls that failed too', async () => {
  const { agent } = agentWith([], { toolCalls: [{ toolName: 'nothing', input: {} }] });
  const afterToolCall = vi.fn();
  await agent.generate('go', { hooks: { afterToolCall } });
  expect(afterToolCall).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ toolName: 'nothing', kind: 'error', code: 'UNKNOWN_TOOL' }),
  );
});

test('whatever time hooks take, those of a call come in order and one at a time', async () => {
  const turns = fc.record({
    start: fc.nat({ max: 4 }),
    delta: fc.nat({ max: 4 }),
    available: fc.nat({ max: 4 }),
    output: fc.nat({ max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(turns, fc.integer({ min: 1, max: 20 }), async (takes, chunkSize) => {
      const told: string[] = [];
      const hook = (name: keyof typeof takes) => async () => {
        told.push(`${name} begins`);
        for (let turn = 0; turn < takes[name]; turn += 1) await Promise.resolve();
        told.push(`${name} ends`);
      };
      const { agent } = agentWith(
        [],
        { chunkSize },
        {
          onInputStart: hook('start'),
          onInputDelta: hook('delta'),
          onInputAvailable: hook('available'),
          onOutput: hook('output'),
        },
      );
      await (await agent.stream('go')).result;
      const deltas = Math.ceil('{"city":"Oslo"}'.length / chunkSize);
      const order = ['start', ...Array(deltas).fill('delta'), 'available', 'output'];
      expect(told).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]));
    }),
  );
});
