import { describe, expect, test } from 'vitest';
import { adaptModel } from './adapt-model.ts';
import type { LanguageModel } from './language-model.ts';
import type { ModelPart } from './model-part.ts';
import { ModelResponseError } from './model-response-error.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

type Version = LanguageModel['specificationVersion'];
const messages = [{ role: 'user', content: 'Hi' }] as const;

const FINISH = {
  v2: { finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
  v3: {
    finishReason: { unified: 'stop', raw: undefined },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
  },
  v4: {
    finishReason: { unified: 'stop', raw: undefined },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
  },
};

function streamOf(parts: readonly unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model that says hello, and keeps what it was asked. */
function helloModel(
  specificationVersion: Version,
  overrides: Partial<Pick<LanguageModel, 'doStream' | 'doGenerate' | 'supportedUrls'>> = {},
): LanguageModel & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    specificationVersion,
    provider: 'test.chat',
    modelId: 'hello',
    supportedUrls: {},
    asked,
    doStream(options) {
      asked.push(options);
      const hello = { type: 'text-delta', id: '0', delta: 'Hello' };
      const parts = [hello, { type: 'finish', ...FINISH[specificationVersion] }];
      return Promise.resolve({ stream: streamOf(parts) });
    },
    doGenerate(options) {
      asked.push(options);
      const content = [{ type: 'text', text: 'Hello' }];
      return Promise.resolve({ content, warnings: [], ...FINISH[specificationVersion] });
    },
    ...overrides,
  };
}

async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const collected: ModelPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

describe.each<Version>(['v2', 'v3', 'v4'])('a model of spec version %s', (version) => {
  const finish = {
    type: 'finish',
    finishReason: 'stop',
    usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
  };

  test('streams', async () => {
    const model = helloModel(version);
    const parts = await collect(await adaptModel(model).stream({ messages }));
    expect(parts).toEqual([{ type: 'text-delta', id: '0', delta: 'Hello' }, finish]);
    expect(model.asked).toEqual([
      { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
    ]);
  });

  test('generates', async () => {
    const parts = await adaptModel(helloModel(version)).generate({ messages });
    expect(parts).toEqual([
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Hello' },
      { type: 'text-end', id: '0' },
      finish,
    ]);
  });

  test('gives its names', () => {
    const { provider, modelId } = adaptModel(helloModel(version));
    expect({ provider, modelId }).toEqual({ provider: 'test.chat', modelId: 'hello' });
  });
});

test('what the model could not be given is said before its response', async () => {
  const adapter = adaptModel(helloModel('v3'));
  const request = { messages, settings: { reasoning: 'high' } } as const;
  const [first] = await collect(await adapter.stream(request));
  expect(first).toEqual({ type: 'warnings', warnings: [expect.stringContaining('`reasoning`')] });
  expect((await adapter.generate(request))[0]).toEqual(first);
});

test("a file's id goes to the provider that is asked, by its key", async () => {
  const model = helloModel('v4');
  const value = [{ type: 'file-id', fileId: 'file-1' }] as const;
  const output = { type: 'content', value } as const;
  const result = { type: 'tool-result', toolCallId: 'c', toolName: 'look', output } as const;
  await adaptModel(model).generate({ messages: [{ role: 'tool', content: [result] }] });
  expect(JSON.stringify(model.asked)).toContain('"reference":{"test":"file-1"}');
});

describe('an abort', () => {
  const request = (abortSignal: AbortSignal) => ({ messages, abortSignal });

  test('reaches the model as the signal it was asked with', async () => {
    const model = helloModel('v4');
    const { signal } = new AbortController();
    await adaptModel(model).generate(request(signal));
    expect(model.asked).toMatchObject([{ abortSignal: signal }]);
  });

  test('before the request keeps the model from being asked', async () => {
    const model = helloModel('v4');
    const adapter = adaptModel(model);
    const aborted = request(AbortSignal.abort('gone'));
    await expect(adapter.stream(aborted)).rejects.toBe('gone');
    await expect(adapter.generate(aborted)).rejects.toBe('gone');
    expect(model.asked).toEqual([]);
  });

  test('ends a request that the model never answers', async () => {
    for (const how of ['stream', 'generate'] as const) {
      const asked = Promise.withResolvers<void>();
      const never = () => {
        asked.resolve();
        return new Promise(() => {});
      };
      const adapter = adaptModel(helloModel('v4', { doStream: never, doGenerate: never }));
      const controller = new AbortController();
      const asking = adapter[how](request(controller.signal));
      await asked.promise;
      controller.abort('enough');
      await expect(asking).rejects.toBe('enough');
    }
  });

  test('ends the wait for a model that never says which addresses it takes', async () => {
    const model = helloModel('v4', { supportedUrls: new Promise(() => {}) });
    const controller = new AbortController();
    const asking = adaptModel(model).stream(request(controller.signal));
    controller.abort('enough');
    await expect(asking).rejects.toBe('enough');
    expect(model.asked).toEqual([]);
  });

  test('closes a stream that comes too late', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<unknown>();
    const closed = Promise.withResolvers<unknown>();
    const doStream = () => {
      asked.resolve();
      return answered.promise;
    };
    const controller = new AbortController();
    const adapter = adaptModel(helloModel('v4', { doStream }));
    const streaming = adapter.stream(request(controller.signal));
    await asked.promise;
    controller.abort('enough');
    await expect(streaming).rejects.toBe('enough');
    answered.resolve({ stream: new ReadableStream({ cancel: closed.resolve }) });
    await closed.promise;
  });
});

describe('an image in the result of a tool, given by its address,', () => {
  const value = [{ type: 'image-url', url: 'https://a.example/b.png' }] as const;
  const output = { type: 'content', value } as const;
  const result = { type: 'tool-result', toolCallId: 'c', toolName: 'look', output } as const;
  const history = [{ role: 'tool', content: [result] }] as const;

  test.each(['v3', 'v4'] as const)(
    'goes as it is to a model of %s that takes it',
    async (version) => {
      for (const supportedUrls of [{ 'image/*': [/^https:/] }, Promise.resolve({ '*': [/./] })]) {
        const model = helloModel(version, { supportedUrls });
        const parts = await adaptModel(model).generate({ messages: history });
        expect(JSON.stringify(model.asked)).toContain('"url":"https://a.example/b.png"');
        expect(parts.map(({ type }) => type)).not.toContain('warnings');
      }
    },
  );

  test.each(['v2', 'v3', 'v4'] as const)(
    'is its address to a model of %s that does not, and the application hears of it',
    async (version) => {
      const model = helloModel(version, { supportedUrls: { 'image/*': [/^s3:/] } });
      const [first] = await adaptModel(model).generate({ messages: history });
      expect(JSON.stringify(model.asked)).toContain(
        '{"type":"text","text":"https://a.example/b.png"}',
      );
      expect(first).toEqual({ type: 'warnings', warnings: [expect.stringContaining('base64')] });
    },
  );
});

describe('what a model does wrong', () => {
  test('in refusing a request passes through', async () => {
    const refusal = new Error('quota exceeded');
    const refuse = () => Promise.reject(refusal);
    const adapter = adaptModel(helloModel('v4', { doStream: refuse, doGenerate: refuse }));
    await expect(adapter.stream({ messages })).rejects.toBe(refusal);
    await expect(adapter.generate({ messages })).rejects.toBe(refusal);
  });

  test('in throwing at once is a rejection', async () => {
    const doStream = () => {
      throw new Error('no key');
    };
    const adapter = adaptModel(helloModel('v4', { doStream }));
    await expect(adapter.stream({ messages })).rejects.toThrow('no key');
  });

  test.each([[undefined], [null], [{}], [{ stream: [] }], ['stream']])(
    'in giving %j for a response is an error that names it',
    async (response) => {
      const give = () => Promise.resolve(response);
      const adapter = adaptModel(helloModel('v4', { doStream: give, doGenerate: give }));
      for (const asking of [adapter.stream({ messages }), adapter.generate({ messages })]) {
        const error: unknown = await asking.catch((thrown: unknown) => thrown);
        expect(ModelResponseError.isInstance(error)).toBe(true);
        expect(error).toMatchObject({
          code: 'MODEL_RESPONSE_INVALID',
          message: expect.stringContaining('test.chat/hello'),
        });
      }
    },
  );
});

test.each<[string, unknown, string]>([
  ['a later version', { ...helloModel('v4'), specificationVersion: 'v5' }, '"v5"'],
  ['an earlier version', { ...helloModel('v4'), specificationVersion: 'v1' }, '"v1"'],
  [
    'an inherited name',
    { ...helloModel('v4'), specificationVersion: 'constructor' },
    'constructor',
  ],
  ['an embedding model', { specificationVersion: 'v4', doEmbed: () => {} }, 'doStream()'],
  ['a provider', () => helloModel('v4'), 'call the provider'],
  ['a number', 5, 'no AI SDK language model'],
  ['nothing', undefined, 'no AI SDK language model'],
  ['null', null, 'no AI SDK language model'],
])('%s is refused, with what is supported', (_what, model, expected) => {
  // what a caller without types may give
  const adapting = () => adaptModel(model as LanguageModel);
  expect(adapting).toThrow(expected);
  expect(adapting).toThrow('v2, v3 or v4');
  try {
    adapting();
  } catch (error) {
    expect(UnsupportedModelError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ code: 'UNSUPPORTED_MODEL' });
  }
});
