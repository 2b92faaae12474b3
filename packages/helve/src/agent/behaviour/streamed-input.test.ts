import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { chunkProblems, fedModel, finishPart, promptProblems } from './run-kit.ts';

const inputSchema = z.object({ n: z.number() });

function counter() {
  const execute = vi.fn(async ({ n }: { n: number }) => n);
  return { execute, tools: { count: createTool({ id: 'count', inputSchema, execute }) } };
}

const start = { type: 'tool-input-start', id: 'c1', toolName: 'count' };
const end = { type: 'tool-input-end', id: 'c1' };
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'count', input: '{"n":1}' };
const piece = (delta: string) => ({ type: 'tool-input-delta', id: 'c1', delta });

describe('a call is made by the provider’s own part, never by text that parses', () => {
  test.each([
    ['whole text, and its end', [start, piece('{"n":1}'), end]],
    ['whole text, and no end', [start, piece('{"n":1}')]],
    ['a start alone', [start]],
  ])('%s do not run the tool', async (_kind, parts) => {
    const { tools, execute } = counter();
    const model = scriptedModel([{ parts }, 'over']);
    const stream = await new Agent({ id: 'a', model, tools }).stream('go');
    const chunks = await collect(stream.fullStream);
    expect(execute).not.toHaveBeenCalled();
    expect(chunkProblems(chunks)).toEqual([]);
    expect(chunks.find(({ type }) => type === 'tool-error')).toMatchObject({
      payload: { toolCallId: 'c1', toolName: 'count', code: 'RESPONSE_INCOMPLETE' },
    });
    for (const { prompt } of model.requests) expect(promptProblems(prompt)).toEqual([]);
  });

  test('text that parses before it is complete is not taken for the call', async () => {
    const { tools, execute } = counter();
    const model = fedModel();
    const stream = await new Agent({ id: 'a', model, tools, maxSteps: 1 }).stream('go');
    model.feed(start, piece('{"n":1}'), piece(' '), end);
    const types: string[] = [];
    for await (const chunk of stream.fullStream) {
      types.push(chunk.type);
      if (chunk.type === 'tool-call-input-streaming-end') {
        expect(execute).not.toHaveBeenCalled();
        model.feed({ ...call, input: '{"n":12}' }, finishPart('tool-calls'));
      }
    }
    expect(execute).toHaveBeenCalledExactlyOnceWith({ n: 12 }, expect.anything());
    expect(types).toContain('tool-result');
  });
});

test('the chunks of a call come in one order: start, deltas, end, call, progress, result', async () => {
  const tool = createTool({
    id: 'count',
    inputSchema,
    execute: async ({ n }, { writer }) => {
      await writer.write('half');
      await writer.write('nearly');
      return n;
    },
  });
  const model = scriptedModel([
    { toolCalls: [{ toolName: 'count', input: { n: 1 }, toolCallId: 'c1' }], chunkSize: 4 },
    'over',
  ]);
  const stream = await new Agent({ id: 'a', model, tools: { count: tool } }).stream('go');
  const types = (await collect(stream.fullStream)).map(({ type }) => type);
  expect(types).toEqual([
    'start',
    'step-start',
    'tool-call-input-streaming-start',
    'tool-call-delta',
    'tool-call-delta',
    'tool-call-input-streaming-end',
    'tool-call',
    'tool-output',
    'tool-output',
    'tool-result',
    'step-finish',
    'step-start',
    'text-start',
    'text-delta',
    'text-end',
    'step-finish',
    'finish',
  ]);
});

test.each([
  ['gives the whole call at once', [call]],
  ['leaves out the end of the input', [start, piece('{"n":1}'), call]],
  ['streams nothing between start and end', [start, end, call]],
])('the order holds where a provider %s', async (_kind, parts) => {
  const { tools, execute } = counter();
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools }).stream('go');
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
  expect(execute).toHaveBeenCalledOnce();
});

test('inputs that stream side by side stay apart', async () => {
  const { tools, execute } = counter();
  const other = { ...start, id: 'c2' };
  const parts = [
    start,
    other,
    piece('{"n'),
    { type: 'tool-input-delta', id: 'c2', delta: '{"n":2' },
    piece('":1}'),
    { type: 'tool-input-delta', id: 'c2', delta: '}' },
    { type: 'tool-input-end', id: 'c2' },
    end,
    { ...call, toolCallId: 'c2', input: '{"n":2}' },
    call,
  ];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools }).stream('go');
  const chunks = await collect(stream.fullStream);
  expect(chunkProblems(chunks)).toEqual([]);
  const texts: Record<string, string> = {};
  for (const chunk of chunks) {
    if (chunk.type !== 'tool-call-delta') continue;
    const { toolCallId, argsTextDelta } = chunk.payload;
    texts[toolCallId] = (texts[toolCallId] ?? '') + argsTextDelta;
  }
  expect(texts).toEqual({ c1: '{"n":1}', c2: '{"n":2}' });
  expect(execute.mock.calls.map(([input]) => input)).toEqual([{ n: 2 }, { n: 1 }]);
});

test('a tool does not run before the response is complete', async () => {
  const { tools, execute } = counter();
  const model = fedModel();
  const stream = await new Agent({ id: 'a', model, tools, maxSteps: 1 }).stream('go');
  model.feed(start, piece('{"n":1}'), end, call);
  for await (const chunk of stream.fullStream) {
    if (chunk.type === 'tool-call') {
      expect(execute).not.toHaveBeenCalled();
      model.feed({ type: 'text-delta', id: 't', delta: 'and' });
    }
    if (chunk.type === 'text-delta') {
      expect(execute).not.toHaveBeenCalled();
      model.feed(finishPart('tool-calls'));
    }
  }
  expect(execute).toHaveBeenCalledOnce();
});

test('pieces of an input that never began, or has ended, are ignored', async () => {
  const { tools, execute } = counter();
  const parts = [
    { type: 'tool-input-delta', id: 'nobody', delta: '{' },
    { type: 'tool-input-end', id: 'nobody' },
    start,
    piece('{"n":1}'),
    end,
    call,
    piece('more'),
    end,
  ];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools }).stream('go');
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
  expect(execute).toHaveBeenCalledOnce();
});

test('a call that is named otherwise than its input began is the call of that other tool', async () => {
  const { tools, execute } = counter();
  const wrong = { onInputAvailable: vi.fn(), onOutput: vi.fn(), execute: vi.fn() };
  const guess = createTool({ id: 'guess', ...wrong });
  const parts = [{ ...start, toolName: 'guess' }, piece('{"n":1}'), end, call];
  const model = scriptedModel([{ parts, finishReason: 'tool-calls' }, 'over']);
  const stream = await new Agent({ id: 'a', model, tools: { ...tools, guess } }).stream('go');
  expect(chunkProblems(await collect(stream.fullStream))).toEqual([]);
  expect(execute).toHaveBeenCalledOnce();
  for (const member of Object.values(wrong)) expect(member).not.toHaveBeenCalled();
});
