import { describe, expect, test } from 'vitest';
import { createTool } from './create-tool.ts';
import { encodeForModel } from './model-output.ts';
import { testCall, testRuntime } from './test-runtime.ts';

const NOT_SHOWN = { type: 'text', value: 'The tool ran; its result cannot be shown.' };

/** What a model is given of `output`, where the tool's `toModelOutput` gives `shown`. */
async function encoded(shown: unknown, output: unknown = 'raw-secret', runtime = testRuntime()) {
  const tool = createTool({ id: 't', toModelOutput: () => shown });
  const forModel = await encodeForModel(testCall(tool), output, runtime);
  return { forModel, logged: runtime.logged };
}

describe('without toModelOutput, a model is given', () => {
  test.each([
    ['text as text', 'hello', { type: 'text', value: 'hello' }],
    ['an empty text as text', '', { type: 'text', value: '' }],
    [
      'an object as json',
      { a: new Date(0) },
      { type: 'json', value: { a: '1970-01-01T00:00:00.000Z' } },
    ],
    ['null as json', null, { type: 'json', value: null }],
    ['false as json', false, { type: 'json', value: false }],
    ['a function as its name', function add() {}, { type: 'json', value: '[function add]' }],
    ['no output as such', undefined, { type: 'text', value: 'The tool succeeded with no output.' }],
    [
      'an object that looks like model output as data',
      { type: 'text', value: 1 },
      { type: 'json', value: { type: 'text', value: 1 } },
    ],
  ])('%s', async (_, output, expected) => {
    const call = testCall(createTool({ id: 't' }));
    expect(await encodeForModel(call, output, testRuntime())).toEqual(expected);
  });
});

describe('with toModelOutput, a model is given', () => {
  test('what it makes of the output, at once or later', async () => {
    const runtime = testRuntime();
    for (const toModelOutput of [(n: number) => `${n} C`, async (n: number) => `${n} C`]) {
      const tool = createTool({ id: 't', execute: async () => Number(7), toModelOutput });
      expect(await encodeForModel(testCall(tool), 7, runtime)).toEqual({
        type: 'text',
        value: '7 C',
      });
    }
  });

  test.each([
    ['text', 'short', { type: 'text', value: 'short' }],
    ['an empty text', '', { type: 'text', value: '' }],
    ['another JSON value as json', { n: 1n }, { type: 'json', value: { n: '1' } }],
    ['an array as json', [1], { type: 'json', value: [1] }],
    ['null as json', null, { type: 'json', value: null }],
    [
      'an object of an unlisted type as json',
      { type: 'table', rows: 2 },
      { type: 'json', value: { type: 'table', rows: 2 } },
    ],
  ])('%s', async (_, shown, expected) => {
    expect((await encoded(shown)).forModel).toEqual(expected);
  });

  test.each([
    { type: 'text', value: 'x' },
    { type: 'text', value: 'x', providerOptions: { anthropic: { cacheControl: {} } } },
    { type: 'json', value: { a: 1 } },
    { type: 'json', value: null },
    { type: 'content', value: [] },
    {
      type: 'content',
      value: [
        { type: 'text', text: 'x' },
        { type: 'image-url', url: 'https://example.com/a.png' },
        { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
        { type: 'file-url', url: 'https://example.com/a.pdf', filename: 'a.pdf' },
        { type: 'file-data', data: 'aGk=', mediaType: 'application/pdf' },
        { type: 'file-id', fileId: 'f-1' },
        { type: 'file-id', fileId: { openai: 'f-1', anthropic: 'f-2' } },
        { type: 'image-file-id', fileId: 'f-1' },
        { type: 'custom', providerOptions: { openai: { type: 'x' } } },
      ],
    },
  ])('a value of the listed types as it is: %j', async (shown) => {
    expect((await encoded(shown)).forModel).toEqual(shown);
  });

  const broken: readonly unknown[] = [
    undefined,
    () => 'x',
    Symbol('x'),
    { type: 'text' },
    { type: 'text', value: 5 },
    { type: 'text', value: 'x', providerOptions: 'cached' },
    { type: 'text', value: 'x', providerOptions: { anthropic: true } },
    { type: 'json' },
    { type: 'json', value: undefined },
    { type: 'content', value: 'x' },
    { type: 'content', value: [{ type: 'video', url: 'x' }] },
    { type: 'content', value: [{ type: 'constructor' }] },
    { type: 'content', value: [{ type: 'text' }] },
    { type: 'content', value: [null] },
    { type: 'content', value: [{ type: 'image-data', data: new Uint8Array(2) }] },
    { type: 'content', value: [{ type: 'file-url', url: 'x', filename: 5 }] },
    { type: 'content', value: [{ type: 'file-id', fileId: null }] },
    { type: 'content', value: [{ type: 'file-id', fileId: ['f-1'] }] },
    { type: 'content', value: [{ type: 'file-id', fileId: { openai: 5 } }] },
    { type: 'content', value: [{ type: 'custom', providerOptions: [] }] },
  ];

  test.each(broken.map((shown) => [shown]))(
    'that the tool ran, and nothing raw, where it gives %o',
    async (shown) => {
      const { forModel, logged } = await encoded(shown);
      expect(forModel).toEqual(NOT_SHOWN);
      expect(logged).toMatchObject([
        { level: 'error', message: expect.stringContaining('"tool"') },
      ]);
    },
  );

  test('that the tool ran, where it throws, rejects or hangs', async () => {
    const throws = () => {
      throw new Error('no');
    };
    const rejects = () => Promise.reject(new Error('no'));
    const hangs = () => new Promise(() => undefined);
    for (const toModelOutput of [throws, rejects, hangs]) {
      const runtime = testRuntime({ decisionTimeoutMs: 1 });
      const call = testCall(createTool({ id: 't', toModelOutput }));
      expect(await encodeForModel(call, 'raw-secret', runtime)).toEqual(NOT_SHOWN);
      expect(runtime.logged).toHaveLength(1);
    }
  });

  test('that the tool ran, where the run is aborted before it has answered', async () => {
    const controller = new AbortController();
    const runtime = testRuntime({ decisionTimeoutMs: 60_000, abortSignal: controller.signal });
    const tool = createTool({ id: 't', toModelOutput: () => new Promise(() => undefined) });
    const encoding = encodeForModel(testCall(tool), 'raw-secret', runtime);
    controller.abort();
    expect(await encoding).toEqual(NOT_SHOWN);
    expect(runtime.logged).toEqual([]);
  });
});
