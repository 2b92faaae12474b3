import { describe, expect, test } from 'vitest';
import type { ModelRequest, ModelSettings } from '../model-request.ts';
import { v2Encoder } from '../v2/v2-encoder.ts';
import { v3Encoder } from '../v3/v3-encoder.ts';
import { v4Encoder } from '../v4/v4-encoder.ts';
import { createRequestEncoder } from './create-request-encoder.ts';
import type { VersionEncoder } from './version-encoder.ts';

const VERSIONS: [string, VersionEncoder][] = [
  ['v2', v2Encoder],
  ['v3', v3Encoder],
  ['v4', v4Encoder],
];
const messages = [{ role: 'user', content: 'Hi' }] as const;
const tool = { name: 'weather', inputSchema: { type: 'object' } } as const;

describe.each(VERSIONS)('a request to a model of spec version %s', (_name, version) => {
  const encode = (request: Partial<ModelRequest>) =>
    createRequestEncoder(version, 'openai')({ messages, ...request });

  test('has nothing in it that was not asked for', () => {
    expect(encode({})).toEqual({
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
      warnings: [],
    });
  });

  test('carries the settings that all versions have', () => {
    const settings: ModelSettings = {
      maxOutputTokens: 10,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      stopSequences: ['END'],
      seed: 7,
      headers: { 'x-trace': '1' },
      providerOptions: { openai: { store: false } },
    };
    const { options } = encode({ settings });
    expect(options).toMatchObject({ ...settings });
    expect(options.providerOptions).toBe(settings.providerOptions);
  });

  test('passes the abort signal and the wanted format on', () => {
    const { signal } = new AbortController();
    const responseFormat = { type: 'json', schema: { type: 'object' }, name: 'answer' } as const;
    const { options } = encode({ abortSignal: signal, responseFormat });
    expect(options.abortSignal).toBe(signal);
    expect(options.responseFormat).toEqual(responseFormat);
  });

  test.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'required' }],
    [
      { type: 'tool', toolName: 'weather' },
      { type: 'tool', toolName: 'weather' },
    ],
  ] as const)('writes the tool choice %j as an object', (toolChoice, expected) => {
    expect(encode({ tools: [tool], toolChoice }).options.toolChoice).toEqual(expected);
  });

  test('leaves the tool choice out where there are no tools', () => {
    expect(encode({ tools: [], toolChoice: 'required' }).options).toEqual({
      prompt: expect.any(Array),
    });
  });
});

describe('how much to reason', () => {
  test('is a setting of v4', () => {
    const encode = createRequestEncoder(v4Encoder, 'openai');
    const { options, warnings } = encode({ messages, settings: { reasoning: 'low' } });
    expect(options.reasoning).toBe('low');
    expect(warnings).toEqual([]);
  });

  test.each([v2Encoder, v3Encoder])('is left out with a warning before v4', (version) => {
    const encode = createRequestEncoder(version, 'openai');
    const { options, warnings } = encode({ messages, settings: { reasoning: 'low' } });
    expect(options).not.toHaveProperty('reasoning');
    expect(warnings).toEqual([expect.stringContaining('`reasoning`')]);
  });
});

test('a tool is encoded once, and what it loses is said once', () => {
  const encode = createRequestEncoder(v2Encoder, 'openai');
  const strictTool = { ...tool, strict: true };
  const first = encode({ messages, tools: [strictTool] });
  const second = encode({ messages, tools: [strictTool, tool] });
  expect(second.options.tools?.[0]).toBe(first.options.tools?.[0]);
  expect(first.warnings).toHaveLength(1);
  expect(second.warnings).toEqual([]);
});

test("a provider's own tool goes beside the application's", () => {
  const search = { type: 'provider', id: 'openai.web_search', name: 'search', args: {} } as const;
  const { options } = createRequestEncoder(
    v4Encoder,
    'openai',
  )({ messages, tools: [search, tool] });
  expect(options.tools).toEqual([search, { type: 'function', ...tool }]);
});
