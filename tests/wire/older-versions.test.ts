import { createAnthropic as createAnthropicV2 } from 'ai-anthropic-v2';
import { createAnthropic as createAnthropicV3 } from 'ai-anthropic-v3';
import { createGoogleGenerativeAI as createGoogleV2 } from 'ai-google-v2';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-google-v3';
import { createOpenAI as createOpenAIV2 } from 'ai-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-openai-v3';
import { beforeEach, describe, expect, test } from 'vitest';
import { adaptModel } from '../../packages/helve/src/model/adapt-model.ts';
import type { LanguageModel } from '../../packages/helve/src/model/language-model.ts';
import type { ModelPart } from '../../packages/helve/src/model/model-part.ts';
import type { ModelMessage, ToolMessage } from '../../packages/helve/src/tool/message.ts';
import type { ToolResultOutput } from '../../packages/helve/src/tool/model-output.ts';
import { historyOf } from './history-of.ts';
import { missingRecordings, providerOf, recording } from './recording.ts';
import { serveRecording } from './serve-recording.ts';
import { textAnswer } from './text-answer.ts';

const apiKey = 'not-a-real-key';
const MODEL_ID = 'recorded-model';
const question: ModelMessage = { role: 'user', content: 'What is the weather?' };
const tools = [{ name: 'weather', inputSchema: { type: 'object' } }];

/** Adapters of providers as they were before spec version v4. */
const MODELS = [
  ['v2', 'openai-responses/tool-call', (baseURL) => createOpenAIV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'openai-responses/tool-call', (baseURL) => createOpenAIV3({ baseURL, apiKey })(MODEL_ID)],
  ['v2', 'anthropic/tool-call', (baseURL) => createAnthropicV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'anthropic/tool-call', (baseURL) => createAnthropicV3({ baseURL, apiKey })(MODEL_ID)],
  ['v2', 'google/tool-call', (baseURL) => createGoogleV2({ baseURL, apiKey })(MODEL_ID)],
  ['v3', 'google/tool-call', (baseURL) => createGoogleV3({ baseURL, apiKey })(MODEL_ID)],
] as const satisfies readonly (readonly [string, string, (baseURL: string) => LanguageModel])[];

beforeEach(({ skip }) => skip(missingRecordings !== undefined, missingRecordings));

describe.each(MODELS)('an adapter of spec version %s reads %s', (version, name, makeModel) => {
  const provider = providerOf(name);

  /** The recorded response, and the second request's body after a result of the call. */
  async function converse(output?: ToolResultOutput): Promise<{
    readonly parts: readonly ModelPart[];
    readonly body: string;
  }> {
    const responses = [recording(name), textAnswer(provider, 'It is sunny.')];
    await using server = await serveRecording(responses);
    const adapter = adaptModel(makeModel(server.url));
    const parts: ModelPart[] = [];
    for await (const part of await adapter.stream({ messages: [question], tools })) {
      parts.push(part);
    }
    const history = historyOf(question, parts).map((message) =>
      output !== undefined && message.role === 'tool' ? withOutput(message, output) : message,
    );
    for await (const part of await adapter.stream({ messages: history, tools })) {
      if (part.type === 'finish') expect(part.finishReason).toBe('stop');
    }
    return { parts, body: JSON.stringify(server.requests[1]?.body) };
  }

  test('and gives the call, its pieces and its usage', async () => {
    const { parts } = await converse();
    const calls = parts.filter((part) => part.type === 'tool-call');
    expect(calls).toMatchObject([{ toolName: 'weather' }]);
    expect(JSON.parse(calls[0]?.input ?? '')).toEqual({ location: 'San Francisco' });
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      finishReason: 'tool-calls',
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    expect(makeModel('http://127.0.0.1').specificationVersion).toBe(version);
  });

  test.each<[string, ToolResultOutput, string]>([
    ['a text', { type: 'text', value: 'It rains.' }, 'It rains.'],
    ['JSON', { type: 'json', value: { degrees: 21 } }, '21'],
    ['an error', { type: 'error-text', value: 'No station there.' }, 'No station there.'],
    ['a refusal', { type: 'denied', reason: 'Ask again on Monday.' }, 'Ask again on Monday.'],
    [
      'a picture',
      { type: 'content', value: [{ type: 'image-data', data: 'iVBORw0KGgoAAAA' }] },
      'iVBORw0KGgoAAAA',
    ],
  ])('and is given %s as the result', async (_what, output, expected) => {
    const { body } = await converse(output);
    expect(body).toContain(expected);
  });
});

function withOutput(message: ToolMessage, output: ToolResultOutput): ToolMessage {
  const content = message.content.map((part) =>
    part.type === 'tool-result' ? { ...part, output } : part,
  );
  return { ...message, content };
}
