import { expect, test } from 'vitest';
import { Agent } from '../agent/agent.ts';
import type { LanguageModel } from '../model/language-model.ts';
import { collect } from './collect.ts';
import { recordModel } from './record-model.ts';
import { recordingLogger } from './recording-logger.ts';
import { replayModel } from './replay-model.ts';
import { streamParts } from './stream-parts.ts';

const timestamp = new Date('2026-01-02T03:04:05Z');
const file = { type: 'file', mediaType: 'image/png', data: new Uint8Array([137, 80, 78, 71]) };
const finish = {
  v2: { finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 } },
  v3: {
    finishReason: { unified: 'stop', raw: 'end' },
    usage: { inputTokens: { total: 3 }, outputTokens: { total: 4 } },
  },
};

/** A model of an older version, with values that JSON has no form for, asked for or not. */
function modelOf(version: 'v2' | 'v3'): LanguageModel {
  const parts = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'r-1', timestamp },
    { type: 'raw', rawValue: 'bytes of the provider' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'hel' },
    { type: 'text-delta', id: 't', delta: 'lo' },
    { type: 'text-end', id: 't' },
    file,
    { type: 'finish', ...finish[version] },
  ];
  return {
    specificationVersion: version,
    provider: 'old',
    modelId: 'old-1',
    supportedUrls: Promise.resolve({ 'image/*': [/^https:\/\/pictures\.example\//] }),
    doStream: async () => ({ stream: streamParts(parts, undefined) }),
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'hello' }, file],
      warnings: [],
      ...finish[version],
      request: { body: 'the key is secret' },
      response: { id: 'r-1', timestamp, headers: { 'set-cookie': 'secret' } },
    }),
  };
}

const picture = { type: 'url', url: 'https://pictures.example/a.png' } as const;
const question = [
  { role: 'user', content: [{ type: 'file', mediaType: 'image/png', source: picture }] },
] as const;

function agentWith(model: LanguageModel): Agent {
  return new Agent({ id: 'a', model, logger: recordingLogger() });
}

test.each(['v2', 'v3'] as const)('a model of spec %s is recorded and played', async (version) => {
  const live = recordModel(modelOf(version));
  const whole = await agentWith(live).generate(question);
  const stream = await agentWith(live).stream(question);
  const [texts, streamed] = [await collect(stream.textStream), await stream.result];
  const text = JSON.stringify(live.recording);
  expect(text).not.toMatch(/secret|bytes of the provider/);

  const model = replayModel(JSON.parse(text));
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  expect({ specificationVersion, provider, modelId, supportedUrls }).toEqual({
    specificationVersion: version,
    provider: 'old',
    modelId: 'old-1',
    supportedUrls: await modelOf(version).supportedUrls,
  });
  const again = await agentWith(model).generate(question);
  expect([again.text, again.usage, again.messages]).toEqual(['hello', whole.usage, whole.messages]);
  const replayed = await agentWith(model).stream(question);
  expect(await collect(replayed.textStream)).toEqual(texts);
  expect((await replayed.result).messages).toEqual(streamed.messages);
  expect(model.remaining).toBe(0);
});

test('a response that was not read to its end says so when it is played', async () => {
  const live = recordModel(modelOf('v3'));
  const abort = new AbortController();
  const stream = await agentWith(live).stream('go', { abortSignal: abort.signal });
  for await (const _ of stream.textStream) abort.abort(new Error('enough'));
  await stream.result;
  const failing = agentWith(replayModel(live.recording)).stream('go');
  await expect(failing.then(({ result }) => result)).rejects.toThrow('not read to its end');
});
