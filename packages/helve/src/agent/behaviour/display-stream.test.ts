import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { TransformContext } from '../../tool/tool-transform.ts';
import { Agent } from '../agent.ts';
import { recordingLogger } from './run-kit.ts';

/** Transforms that keep what they were given, and show it as text. */
function watchedTransforms() {
  const given: TransformContext[] = [];
  const show = (context: TransformContext): string => {
    given.push(context);
    return `${context.target} ${context.phase}`;
  };
  const phases = { input: show, inputDelta: show, progress: show, output: show, error: show };
  return { given, phases };
}

function setUp(transform: object, execute?: () => Promise<never>) {
  const tool = createTool({
    id: 'lookup',
    title: 'Look up',
    inputSchema: z.object({ id: z.string(), deep: z.boolean().default(false) }),
    execute:
      execute ??
      (async ({ id }, { writer }) => {
        await writer.write({ done: 1 });
        return { id, key: 'secret' };
      }),
    transform,
  });
  const toolCalls = [
    {
      toolName: 'find',
      input: { id: 'a1' },
      toolCallId: 'c1',
      providerMetadata: { scripted: { signature: 'x' } },
    },
  ];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const logger = recordingLogger();
  return new Agent({ id: 'a', model, tools: { find: tool }, logger });
}

test('each transform is run once for its phase and audience, however many read', async () => {
  const { given, phases } = watchedTransforms();
  const agent = setUp({ display: phases, transcript: phases });
  const stream = await agent.stream('go');
  await Promise.all([1, 2, 3].map(() => collect(stream.displayStream)));
  await collect(stream.displayStream);
  await agent.listMessages({ runId: stream.runId });
  await agent.listMessages({ runId: stream.runId });
  const runs = given
    .map(({ target, phase }) => `${target} ${phase}`)
    .filter((run) => !run.includes('Delta'));
  expect(runs.toSorted()).toEqual([
    'display input',
    'display output',
    'display progress',
    'transcript input',
    'transcript output',
  ]);
});

test('nothing is transformed for screens that nobody looks at', async () => {
  const { given, phases } = watchedTransforms();
  const stream = await setUp({ display: phases }).stream('go');
  await collect(stream.fullStream);
  expect(given).toEqual([]);
});

test('a transform is told of the call, its phase and what is known so far', async () => {
  const { given, phases } = watchedTransforms();
  const stream = await setUp({ display: phases }).stream('go');
  await collect(stream.displayStream);
  const common = { target: 'display', toolName: 'find', toolCallId: 'c1' };
  const input = { id: 'a1' };
  const byPhase = new Map(given.map((context) => [context.phase, context]));
  expect(byPhase.get('inputDelta')).toMatchObject({
    ...common,
    inputTextDelta: expect.any(String),
  });
  expect(byPhase.get('inputDelta')).not.toHaveProperty('input');
  expect(byPhase.get('input')).toMatchObject({ ...common, input });
  expect(byPhase.get('progress')).toMatchObject({ ...common, input, progress: { done: 1 } });
  expect(byPhase.get('output')).toMatchObject({
    ...common,
    input,
    output: { id: 'a1', key: 'secret' },
    providerMetadata: { scripted: { signature: 'x' } },
  });
});

test('the error transform is given what was thrown', async () => {
  const error = new Error('no connection');
  const { given, phases } = watchedTransforms();
  const stream = await setUp({ display: phases }, () => Promise.reject(error)).stream('go');
  const chunks = await collect(stream.displayStream);
  expect(given.find(({ phase }) => phase === 'error')?.error).toBe(error);
  expect(chunks.find(({ type }) => type === 'tool-error')?.payload).toMatchObject({
    args: 'display input',
    error: 'display error',
    code: 'TOOL_FAILED',
  });
});

test('a transform may take its time; chunks stay in order', async () => {
  const slow = Promise.withResolvers<string>();
  const agent = setUp({ display: { input: () => slow.promise, output: () => 'out' } });
  const stream = await agent.stream('go');
  const chunks = collect(stream.displayStream);
  await stream.result;
  slow.resolve('late');
  const types = (await chunks).map(({ type }) => type);
  expect(types.indexOf('tool-call')).toBeLessThan(types.indexOf('tool-result'));
  expect((await chunks).find(({ type }) => type === 'tool-call')?.payload).toMatchObject({
    args: 'late',
  });
});

test('what a transform gives is shown as JSON, and falsy values are values', async () => {
  const output = { at: new Date(0) };
  for (const [value, shown] of [
    [output, { at: '1970-01-01T00:00:00.000Z' }],
    [null, null],
    [0, 0],
    ['', ''],
    [false, false],
  ] as const) {
    const stream = await setUp({ display: { output: () => value } }).stream('go');
    const chunks = await collect(stream.displayStream);
    const end = chunks.find(({ type }) => type === 'tool-result');
    expect(end?.payload).toHaveProperty('result', shown);
  }
});

test('without transforms screens see everything but what is the provider’s', async () => {
  const tool = createTool({ id: 'plain', title: 'Plain', execute: async (input) => input });
  const toolCalls = [
    {
      toolName: 'plain',
      input: { a: 1 },
      toolCallId: 'c1',
      providerMetadata: { scripted: { signature: 'x' } },
    },
  ];
  const model = scriptedModel([{ reasoning: 'hm', toolCalls }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { plain: tool } }).stream('go');
  const [full, display] = await Promise.all([
    collect(stream.fullStream),
    collect(stream.displayStream),
  ]);
  expect(display.map(({ type }) => type)).toEqual(full.map(({ type }) => type));
  expect(display.find(({ type }) => type === 'tool-call')?.payload).toEqual({
    toolCallId: 'c1',
    toolName: 'plain',
    title: 'Plain',
    args: { a: 1 },
  });
  expect(JSON.stringify(display)).not.toContain('signature');
  expect(JSON.stringify(full)).toContain('signature');
});

test('every chunk of a screen can be written as JSON and read back', async () => {
  const tool = createTool({
    id: 'odd',
    execute: async (_input, { writer }) => {
      await writer.write(new Map([[1n, new Date(0)]]));
      throw Object.assign(new Error('odd'), { self: globalThis });
    },
  });
  const model = scriptedModel([{ toolCalls: [{ toolName: 'odd', input: {} }] }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { odd: tool } }).stream('go');
  const chunks = await collect(stream.displayStream);
  expect(JSON.parse(JSON.stringify(chunks))).toEqual(chunks);
});

test('a screen of a call that was refused shows what the model wrote, in the input’s form', async () => {
  const input = vi.fn(() => 'hidden');
  const tool = createTool({
    id: 'strict',
    inputSchema: z.object({ n: z.number() }),
    execute: async () => 1,
    transform: { display: { input } },
  });
  const toolCalls = [{ toolName: 'strict', input: { n: 'secret' }, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { strict: tool } }).stream('go');
  const chunks = await collect(stream.displayStream);
  expect(input).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ input: { n: 'secret' } }),
  );
  expect(JSON.stringify(chunks)).not.toContain('secret');
});
