import { openai } from '@ai-sdk/openai';
import { describe, expect, test } from 'vitest';
import { ModelAdapterMissingError } from './model-adapter-missing-error.ts';
import { resolveModel } from './resolve-model.ts';
import { UnsupportedModelError } from './unsupported-model-error.ts';

/** A provider as the packages export it: callable, with methods. */
function newProvider(name: string): object {
  const languageModel = (modelId: string) => ({
    specificationVersion: 'v4',
    provider: name,
    modelId,
    supportedUrls: {},
    doStream: () => Promise.reject(new Error('not asked here')),
    doGenerate: () => Promise.reject(new Error('not asked here')),
  });
  return Object.assign(languageModel, { languageModel });
}

/** An importer that knows one module, and keeps what it was asked for. */
function importerOf(module: unknown): {
  load: (name: string) => Promise<unknown>;
  asked: string[];
} {
  const asked: string[] = [];
  const load = (name: string): Promise<unknown> => {
    asked.push(name);
    return Promise.resolve(module);
  };
  return { load, asked };
}

test('a model object is adapted at once', () => {
  const adapter = resolveModel(openai('gpt-5'));
  expect(adapter).toMatchObject({ provider: 'openai.responses', modelId: 'gpt-5' });
});

test.each([
  ['openai/gpt-5', 'openai.responses', 'gpt-5'],
  ['anthropic/claude-sonnet-4-5', 'anthropic.messages', 'claude-sonnet-4-5'],
  ['google/gemini-3-pro', 'google.generative-ai', 'gemini-3-pro'],
  ['groq/meta-llama/llama-4-scout', 'groq.chat', 'meta-llama/llama-4-scout'],
  ['mistral/mistral-large-latest', 'mistral.chat', 'mistral-large-latest'],
  ['cohere/command-a-03-2025', 'cohere.chat', 'command-a-03-2025'],
  ['deepseek/deepseek-chat', 'deepseek.chat', 'deepseek-chat'],
])('the name %s is resolved by the installed package', async (name, provider, modelId) => {
  expect(await resolveModel(name)).toMatchObject({ provider, modelId });
});

describe('the provider of a package', () => {
  test.each([
    ['xai/grok-4', '@ai-sdk/xai', { createXai: () => {}, xai: newProvider('xai') }],
    ['amazon-bedrock/nova', '@ai-sdk/amazon-bedrock', { bedrock: newProvider('xai') }],
    ['google-vertex/gemini', '@ai-sdk/google-vertex', { vertex: newProvider('xai') }],
    ['black-forest-labs/x', '@ai-sdk/black-forest-labs', { blackForestLabs: newProvider('xai') }],
    [
      'odd/model',
      '@ai-sdk/odd',
      { VERSION: '1', createOdd: () => {}, different: newProvider('xai') },
    ],
  ])('of %s is found among its exports', async (name, packageName, module) => {
    const { load, asked } = importerOf(module);
    expect(await resolveModel(name, load)).toMatchObject({ provider: 'xai' });
    expect(asked).toEqual([packageName]);
  });

  test('is found once where it is exported under two names', async () => {
    const provider = newProvider('odd');
    const { load } = importerOf({ first: provider, second: provider });
    expect(await resolveModel('odd/model', load)).toMatchObject({ provider: 'odd' });
  });

  test.each([
    ['exports only a factory', { createOpenAICompatible: () => {} }],
    ['exports two providers', { a: newProvider('a'), b: newProvider('b') }],
    ['exports nothing', {}],
    ['is no module', undefined],
  ])('cannot be told where the package %s', async (_what, module) => {
    const resolving = Promise.resolve(resolveModel('odd/model', importerOf(module).load));
    const error: unknown = await resolving.catch((thrown: unknown) => thrown);
    expect(UnsupportedModelError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      message: expect.stringContaining('give the agent the model object'),
    });
  });
});

test.each([
  'gpt-5',
  '',
  '/gpt-5',
  'openai/',
  '../../etc/passwd',
  '../evil/model',
  './x/model',
  'node:fs/promises',
  'open ai/model',
  'OpenAI/gpt-5',
  'a%2fb/model',
  'a.b/model',
  '@scope/model',
  '-a/model',
  'constructor\n/model',
])('the name %j is refused, and nothing is imported', async (name) => {
  const { load, asked } = importerOf({});
  const resolving = Promise.resolve(resolveModel(name, load));
  await expect(resolving).rejects.toMatchObject({
    code: 'UNSUPPORTED_MODEL',
    message: expect.stringContaining('provider/model'),
  });
  expect(asked).toEqual([]);
});

test('a package that is not installed is an error that names the command to install it', async () => {
  const resolving = Promise.resolve(resolveModel('not-installed-here/model'));
  const error: unknown = await resolving.catch((thrown: unknown) => thrown);
  expect(ModelAdapterMissingError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    code: 'MODEL_ADAPTER_MISSING',
    packageName: '@ai-sdk/not-installed-here',
    message: expect.stringContaining('npm install @ai-sdk/not-installed-here'),
    cause: expect.any(Error),
  });
});

test('a package that is installed but breaks says so itself', async () => {
  const broken = new Error("Cannot find package 'zod' imported from node_modules/@ai-sdk/odd/x.js");
  const resolving = Promise.resolve(resolveModel('odd/model', () => Promise.reject(broken)));
  await expect(resolving).rejects.toBe(broken);
});

test('what the provider says of a missing key passes through', async () => {
  const missing = new Error('OpenAI API key is missing.');
  const languageModel = () => {
    throw missing;
  };
  const { load } = importerOf({ odd: Object.assign(() => {}, { languageModel }) });
  await expect(Promise.resolve(resolveModel('odd/model', load))).rejects.toBe(missing);
});
