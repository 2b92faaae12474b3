import { describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { collect } from '../../testing/collect.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { RUN_MODES, recordingLogger, resultsIn } from './run-kit.ts';

/** An agent whose model calls a tool with this output, and is then told of it. */
function setUp(output: unknown, toModelOutput?: (output: unknown) => unknown) {
  const logger = recordingLogger();
  const tool = createTool({
    id: 'tool',
    execute: async () => output as object,
    ...(toModelOutput ? { toModelOutput } : {}),
  });
  const toolCalls = [{ toolName: 'tool', input: {}, toolCallId: 'c1' }];
  const model = scriptedModel([{ toolCalls }, 'over']);
  const agent = new Agent({ id: 'a', model, tools: { tool }, logger });
  const told = () => resultsIn(model.requests[1]?.prompt ?? [])['c1'];
  return { agent, told, logger };
}

async function toldOf(output: unknown, toModelOutput?: (output: unknown) => unknown) {
  const { agent, told } = setUp(output, toModelOutput);
  const { text } = await agent.generate('go');
  expect(text).toBe('over');
  return told();
}

describe('without toModelOutput the model is given', () => {
  test.each([
    ['a string as text', 'sunny', { type: 'text', value: 'sunny' }],
    ['an empty string as text', '', { type: 'text', value: '' }],
    ['an object as JSON', { a: [1, null] }, { type: 'json', value: { a: [1, null] } }],
    ['null as JSON', null, { type: 'json', value: null }],
    ['false as JSON', false, { type: 'json', value: false }],
    ['zero as JSON', 0, { type: 'json', value: 0 }],
    [
      'an object that looks like a model output as JSON',
      { type: 'text', value: 'x' },
      {
        type: 'json',
        value: { type: 'text', value: 'x' },
      },
    ],
  ])('%s', async (_kind, output, told) => {
    expect(await toldOf(output)).toEqual(told);
  });
});

class Money {
  readonly #cents: number;
  constructor(cents: number) {
    this.#cents = cents;
  }
  toJSON(): string {
    return `${this.#cents} cents`;
  }
}

const circular: Record<string, unknown> = { name: 'root' };
circular['self'] = circular;

const rich = {
  date: new Date(0),
  noDate: new Date(Number.NaN),
  big: 12345678901234567890n,
  map: new Map([['k', new Set([1])]]),
  error: new TypeError('bad', { cause: new Error('worse') }),
  nothing: undefined,
  holes: [1, undefined, 2],
  notANumber: Number.NaN,
  endless: Number.POSITIVE_INFINITY,
  money: new Money(5),
  url: new URL('https://example.com/a'),
  bytes: new Uint8Array([1, 2, 3]),
  run: function go() {},
  circular,
  get broken(): string {
    throw new Error('no access');
  },
};

const plain = {
  date: '1970-01-01T00:00:00.000Z',
  noDate: 'Invalid Date',
  big: '12345678901234567890',
  map: [['k', [1]]],
  error: { name: 'TypeError', message: 'bad', cause: { name: 'Error', message: 'worse' } },
  holes: [1, null, 2],
  notANumber: 'NaN',
  endless: 'Infinity',
  money: '5 cents',
  url: 'https://example.com/a',
  bytes: { type: 'bytes', base64: 'AQID' },
  run: '[function go]',
  circular: { name: 'root', self: '[circular]' },
  broken: '[unreadable: no access]',
};

describe.each(RUN_MODES)('with $mode, values that JSON has no word for', ({ run }) => {
  test('reach the model as documented, and the application as they are', async () => {
    const { agent, told } = setUp(rich);
    const { toolResults, runId, text } = await run(agent);
    expect(text).toBe('over');
    const [entry] = toolResults;
    expect(entry?.kind === 'result' && entry.result === rich).toBe(true);
    expect(told()).toEqual({ type: 'json', value: plain });
    const [, answer] = await agent.listMessages({ runId });
    expect(answer?.parts).toMatchObject([{ type: 'tool', state: 'result', output: plain }]);
  });
});

test('a screen is shown values that JSON has no word for in the same form', async () => {
  const { agent } = setUp(rich);
  const stream = await agent.stream('go');
  const [shown] = (await collect(stream.displayStream)).filter(
    ({ type }) => type === 'tool-result',
  );
  expect(shown?.payload).toMatchObject({ result: plain });
  const [raw] = (await collect(stream.fullStream)).filter(({ type }) => type === 'tool-result');
  expect(raw?.type === 'tool-result' && raw.payload.result === rich).toBe(true);
});

test('an output nested without end is cut, and does not end the run', async () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  const told = await toldOf({ deep });
  expect(JSON.stringify(told)).toContain('[too deep]');
});

describe('what toModelOutput gives', () => {
  test.each([
    ['a string', 'short', { type: 'text', value: 'short' }],
    ['a text', { type: 'text', value: 'short' }, { type: 'text', value: 'short' }],
    ['a json', { type: 'json', value: [1] }, { type: 'json', value: [1] }],
    ['json null', { type: 'json', value: null }, { type: 'json', value: null }],
    ['another object', { a: 1 }, { type: 'json', value: { a: 1 } }],
    ['an array', [1], { type: 'json', value: [1] }],
    ['a number', 5, { type: 'json', value: 5 }],
    ['null', null, { type: 'json', value: null }],
    ['a date', new Date(0), { type: 'json', value: '1970-01-01T00:00:00.000Z' }],
    [
      'a type that is none of the listed',
      { type: 'invoice', value: 3 },
      { type: 'json', value: { type: 'invoice', value: 3 } },
    ],
    [
      'options for the provider',
      { type: 'text', value: 'x', providerOptions: { anthropic: { cacheControl: 'y' } } },
      { type: 'text', value: 'x', providerOptions: { anthropic: { cacheControl: 'y' } } },
    ],
  ])('is what the model is given: %s', async (_kind, shown, told) => {
    expect(await toldOf({ secret: 1 }, () => shown)).toEqual(told);
  });

  test('may be a promise', async () => {
    expect(await toldOf({}, async () => 'later')).toEqual({ type: 'text', value: 'later' });
  });

  test('is made of the output, once', async () => {
    const toModelOutput = vi.fn((output: unknown) => output);
    await toldOf({ a: 1 }, toModelOutput);
    expect(toModelOutput).toHaveBeenCalledExactlyOnceWith({ a: 1 });
  });

  test('holds parts of every kind', async () => {
    const value = [
      { type: 'text', text: 'a chart' },
      { type: 'image-url', url: 'https://example.com/a.png' },
      { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
      { type: 'file-url', url: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
      { type: 'file-data', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file-id', fileId: 'file-1' },
      { type: 'image-file-id', fileId: { scripted: 'image-1' } },
      { type: 'custom', providerOptions: { scripted: { kind: 'x' } } },
    ];
    expect(await toldOf({}, () => ({ type: 'content', value }))).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'a chart' },
        {
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'url', url: new URL('https://example.com/a.png') },
        },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
        {
          type: 'file',
          mediaType: 'application/pdf',
          data: { type: 'url', url: new URL('https://example.com/a.pdf') },
        },
        {
          type: 'file',
          mediaType: 'application/pdf',
          filename: 'a.pdf',
          data: { type: 'data', data: 'AAAA' },
        },
        {
          type: 'file',
          mediaType: 'application',
          data: { type: 'reference', reference: { scripted: 'file-1' } },
        },
        {
          type: 'file',
          mediaType: 'image',
          data: { type: 'reference', reference: { scripted: 'image-1' } },
        },
        { type: 'custom', providerOptions: { scripted: { kind: 'x' } } },
      ],
    });
  });
});
