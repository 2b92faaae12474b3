import type { InputDelta, ToolCallOptions } from 'helve';
import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { payloadOf, runTool, silent } from './run-tool.ts';

const events: [string, object][] = [];
const note = (name: string) => (options: object) => void events.push([name, options]);

beforeEach(() => {
  events.length = 0;
});

const weather = createTool({
  id: 'weather',
  inputSchema: z.object({ city: z.string(), days: z.number().default(1) }),
  outputSchema: z.object({ forecast: z.string() }),
  execute: async ({ city }) => {
    events.push(['execute', {}]);
    return { forecast: `sunny in ${city}`, more: 1 };
  },
  onInputStart: note('onInputStart'),
  onInputDelta: note('onInputDelta'),
  onInputAvailable: note('onInputAvailable'),
  onOutput: note('onOutput'),
});

test('the hooks of a streamed call run in their order around execute', async () => {
  await runTool(weather, { city: 'Oslo' });
  const names = events.map(([name]) => name);
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    'onInputStart',
    'onInputDelta',
    'onInputAvailable',
    'execute',
    'onOutput',
  ]);
  expect(names.filter((name) => name === 'onInputDelta').length).toBeGreaterThan(1);
});

test('a model that does not stream its input is told of from the start all the same', async () => {
  const call = {
    type: 'tool-call',
    toolCallId: 'c1',
    toolName: 'weather',
    input: '{"city":"Oslo"}',
  };
  const model = scriptedModel([{ parts: [call], finishReason: 'tool-calls' }, 'Done.']);
  const agent = new Agent({ id: 'a', model, tools: { weather }, logger: silent });
  await (await agent.stream('Please.')).result;
  expect(events.map(([name]) => name)).toEqual([
    'onInputStart',
    'onInputAvailable',
    'execute',
    'onOutput',
  ]);
});

describe('a hook is given', () => {
  const common = { toolCallId: 'call-1', abortSignal: expect.any(AbortSignal) };
  const messages = [expect.objectContaining({ role: 'user' })];

  async function given(name: string): Promise<object[]> {
    await runTool(weather, { city: 'Oslo' });
    return events.filter(([event]) => event === name).map(([, options]) => options);
  }

  test('onInputStart: the call, the conversation and the signal', async () => {
    expect(await given('onInputStart')).toEqual([{ ...common, messages }]);
  });

  test('onInputDelta: these, and the next piece of text', async () => {
    const deltas = await given('onInputDelta');
    for (const delta of deltas) expect(delta).toMatchObject({ ...common, messages });
    const text = deltas.map((delta) => Reflect.get(delta, 'inputTextDelta')).join('');
    expect(text).toBe('{"city":"Oslo"}');
  });

  test('onInputAvailable: these, and the input as parsed', async () => {
    const input = { city: 'Oslo', days: 1 };
    expect(await given('onInputAvailable')).toEqual([{ ...common, messages, input }]);
  });

  test('onOutput: the output as parsed, the name and the signal, and no messages', async () => {
    const output = { forecast: 'sunny in Oslo' };
    expect(await given('onOutput')).toEqual([{ ...common, output, toolName: 'theTool' }]);
  });
});

test('onInputDelta can show the arguments while they are written', async () => {
  const partials: unknown[] = [];
  const onInputDelta = ({ partialInput }: InputDelta) =>
    partials.push(structuredClone(partialInput));
  await runTool(weather.with({ onInputDelta }), { city: 'Oslo' });
  expect(partials.at(-1)).toEqual({ city: 'Oslo' });
  expect(partials.slice(0, -1)).toContainEqual({});
});

describe('a hook is not told of', () => {
  test('an input that does not fit', async () => {
    await runTool(weather, { city: 5 });
    const names = new Set(events.map(([name]) => name));
    expect(names).toEqual(new Set(['onInputStart', 'onInputDelta']));
  });

  test('an output, where there is none', async () => {
    await runTool(weather.with({ execute: () => Promise.reject(new Error('no')) }), {
      city: 'Oslo',
    });
    expect(events.map(([name]) => name)).not.toContain('onOutput');
  });
});

describe('a hook that fails is logged, and the call goes on', () => {
  const throws = () => {
    throw new Error('hook failed');
  };
  const rejects = () => Promise.reject(new Error('hook failed'));
  const hangs = () => new Promise(() => undefined);

  test.each([
    ['onInputStart', throws],
    ['onInputStart', rejects],
    ['onInputDelta', throws],
    ['onInputDelta', rejects],
    ['onInputAvailable', throws],
    ['onInputAvailable', rejects],
    ['onOutput', throws],
    ['onOutput', rejects],
  ])('%s: %s', async (name, fail) => {
    const error = vi.fn();
    const tool = weather.with({ [name]: fail });
    const run = await runTool(tool, { city: 'Oslo' }, { agent: { logger: { ...silent, error } } });
    expect(payloadOf(run.chunks, 'tool-result')).toMatchObject({
      result: { forecast: 'sunny in Oslo' },
    });
    expect(error).toHaveBeenCalledWith(
      `The hook ${name} failed; the call goes on.`,
      expect.objectContaining({ error: new Error('hook failed') }),
    );
  });

  test('it is logged to the console, where the agent has no logger of its own', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await runTool(
      weather.with({ onOutput: throws }),
      { city: 'Oslo' },
      { agent: { logger: console } },
    );
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  test('one that hangs holds up neither the stream nor execute', async () => {
    const seen = vi.fn((_: ToolCallOptions) => hangs());
    const tool = weather.with({ onInputStart: seen });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const running = runTool(tool, { city: 'Oslo' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    const { chunks } = await running;
    expect(seen).toHaveBeenCalledOnce();
    expect(payloadOf(chunks, 'tool-result')).toBeDefined();
  });
});
