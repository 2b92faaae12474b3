import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, promptProblems, RUN_MODES, resultsIn } from './run-kit.ts';

/** An agent whose model calls `tool` with each of `texts` as arguments, step by step, then ends. */
function setUp(inputSchema: z.ZodType | undefined, ...texts: readonly string[]) {
  const execute = vi.fn(async (input: unknown) => ({ got: input }));
  const onInputAvailable = vi.fn();
  const model = scriptedModel([
    ...texts.map((input, index) => ({
      toolCalls: [{ toolName: 'tool', input, toolCallId: `c${index + 1}` }],
    })),
    'over',
  ]);
  const schema = inputSchema as z.ZodType<object> | undefined;
  const tool = createTool({
    id: 'tool',
    ...(schema ? { inputSchema: schema } : {}),
    execute,
    onInputAvailable,
  });
  return {
    agent: new Agent({ id: 'a', model, tools: { tool } }),
    model,
    execute,
    onInputAvailable,
  };
}

const lenient = z.object({ path: z.string().default('/'), force: z.boolean().optional() });

const broken = [
  ['cut off in a string', '{"path": "/ho'],
  ['cut off after a value', '{"path": "/home"'],
  ['an opening brace alone', '{'],
  ['not JSON at all', 'path=/home'],
  ['two objects', '{"path":"/a"}{"path":"/b"}'],
  ['JSON with text around it', 'Here you are: {"path":"/a"}'],
  ['single quotes', "{'path':'/a'}"],
  ['a bare word', 'undefined'],
] as const;

describe.each(RUN_MODES)('with $mode, arguments that are not JSON', ({ run }) => {
  test.each(broken)('do not run the tool: %s', async (_kind, text) => {
    const { agent, model, execute, onInputAvailable } = setUp(lenient, text);
    const { toolResults, finishReason } = await run(agent);
    expect(execute).not.toHaveBeenCalled();
    expect(onInputAvailable).not.toHaveBeenCalled();
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'MALFORMED_INPUT' }]);
    expect(finishReason).toBe('stop');
    const prompt = model.requests[1]?.prompt ?? [];
    expect(promptProblems(prompt)).toEqual([]);
    expect(resultsIn(prompt)['c1']).toMatchObject({
      type: 'error-text',
      value: expect.stringMatching(/not valid JSON.*did not run/),
    });
  });

  test.each(broken)('do not run a tool without a schema either: %s', async (_kind, text) => {
    const { agent, execute } = setUp(undefined, text);
    const { toolResults } = await run(agent);
    expect(execute).not.toHaveBeenCalled();
    expect(toolResults).toMatchObject([{ kind: 'error', code: 'MALFORMED_INPUT' }]);
  });

  test('stand in the history as an object that shows what was written', async () => {
    const { agent, model } = setUp(lenient, '{"path": "/ho');
    await run(agent);
    const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
    expect(assistant?.content).toMatchObject([
      { type: 'tool-call', toolCallId: 'c1', input: { invalidInput: '{"path": "/ho' } },
    ]);
  });
});

test.each([
  ['an array', '[1, 2]'],
  ['a string', '"path"'],
  ['a number', '12'],
  ['true', 'true'],
])('%s where an object is wanted does not run the tool', async (_kind, text) => {
  for (const schema of [lenient, undefined]) {
    const { agent, model, execute } = setUp(schema, text);
    const { toolResults } = await agent.generate('go');
    expect(execute).not.toHaveBeenCalled();
    expect(toolResults).toMatchObject([{ kind: 'error' }]);
    expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('did not run'),
    });
  }
});

test.each(['', ' \n'])('no text (%j) is {} where the schema admits {}', async (text) => {
  const { agent, model, execute } = setUp(lenient, text);
  await agent.generate('go');
  expect(execute).toHaveBeenCalledExactlyOnceWith({ path: '/' }, expect.anything());
  const assistant = model.requests[1]?.prompt.find(({ role }) => role === 'assistant');
  expect(assistant?.content).toMatchObject([{ type: 'tool-call', input: {} }]);
});

test('no text is {} to a tool without a schema', async () => {
  const { agent, execute } = setUp(undefined, '');
  await agent.generate('go');
  expect(execute).toHaveBeenCalledExactlyOnceWith({}, expect.anything());
});

test('no text is a validation error where something is required', async () => {
  const { agent, model, execute } = setUp(z.object({ path: z.string() }), '');
  const { toolResults } = await agent.generate('go');
  expect(execute).not.toHaveBeenCalled();
  expect(toolResults).toMatchObject([{ kind: 'error', code: 'INVALID_INPUT' }]);
  expect(resultsIn(model.requests[1]?.prompt ?? [])['c1']).toMatchObject({
    value: expect.stringContaining('path'),
  });
});

test('a broken call spoils neither its siblings nor the run', async () => {
  const write = vi.fn(async ({ n }: { n: number }) => n);
  const model = scriptedModel([
    {
      toolCalls: [
        { toolName: 'write', input: { n: 1 } },
        { toolName: 'write', input: '{"n": 2' },
        { toolName: 'write', input: { n: 'three' } },
        { toolName: 'write', input: { n: 4 } },
      ],
    },
    'over',
  ]);
  const inputSchema = z.object({ n: z.number() });
  const tools = { write: createTool({ id: 'write', inputSchema, execute: write }) };
  const agent = new Agent({ id: 'a', model, tools });
  const stream = await agent.stream('go');
  const chunks = await collect(stream.fullStream);
  expect(chunkProblems(chunks)).toEqual([]);
  expect(write.mock.calls.map(([{ n }]) => n)).toEqual([1, 4]);
  expect(promptProblems(model.requests[1]?.prompt ?? [])).toEqual([]);
  expect(await stream.text).toBe('over');
});

test('the model may correct itself', async () => {
  const { agent, model, execute } = setUp(lenient, '{"path": ', '{"path": "/ok"}');
  const { text } = await agent.generate('go');
  expect(execute).toHaveBeenCalledExactlyOnceWith({ path: '/ok' }, expect.anything());
  expect(text).toBe('over');
  expect(promptProblems(model.requests[2]?.prompt ?? [])).toEqual([]);
});
