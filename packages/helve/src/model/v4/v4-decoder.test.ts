import { describe, expect, test } from 'vitest';
import { v3Decoder } from '../v3/v3-decoder.ts';
import { v4Decoder } from './v4-decoder.ts';

describe.each([
  ['v3', v3Decoder],
  ['v4', v4Decoder],
])('a response of spec version %s', (_name, decoder) => {
  test.each([
    [
      { unified: 'stop', raw: 'end_turn' },
      { finishReason: 'stop', rawFinishReason: 'end_turn' },
    ],
    [{ unified: 'tool-calls', raw: undefined }, { finishReason: 'tool-calls' }],
    [{ unified: 'length' }, { finishReason: 'length' }],
    [{ unified: 'content-filter' }, { finishReason: 'content-filter' }],
    [{ unified: 'error' }, { finishReason: 'error' }],
    [
      { unified: 'other', raw: 'odd' },
      { finishReason: 'other', rawFinishReason: 'odd' },
    ],
    [
      { unified: 'interrupted', raw: undefined },
      { finishReason: 'other', rawFinishReason: 'interrupted' },
    ],
    [
      { unified: 'paused', raw: 'pause_turn' },
      { finishReason: 'other', rawFinishReason: 'pause_turn' },
    ],
    [undefined, { finishReason: 'other' }],
    ['stop', { finishReason: 'other' }],
  ])('that ended for %j', (value, expected) => {
    expect(decoder.decodeFinishReason(value)).toEqual(expected);
  });

  test('counts tokens by kind, and adds the total', () => {
    const usage = {
      inputTokens: { total: 10, noCache: 5, cacheRead: 3, cacheWrite: 2 },
      outputTokens: { total: 7, text: 3, reasoning: 4 },
      raw: { prompt_tokens: 10 },
    };
    expect(decoder.decodeUsage(usage)).toEqual({
      inputTokens: 10,
      outputTokens: 7,
      totalTokens: 17,
      reasoningTokens: 4,
      cachedInputTokens: 3,
      cacheWriteInputTokens: 2,
    });
  });

  test.each([
    [undefined, {}],
    ['10', {}],
    [{ inputTokens: 10, outputTokens: 2 }, {}],
    [{ inputTokens: { total: Number.NaN }, outputTokens: { total: 2 } }, { outputTokens: 2 }],
  ])('leaves out what the usage %j does not tell', (value, expected) => {
    expect(decoder.decodeUsage(value)).toEqual(expected);
  });

  test.each([
    [{ type: 'unsupported', feature: 'topK' }, 'The model does not support "topK".'],
    [
      { type: 'unsupported', feature: 'topK', details: 'use topP' },
      'The model does not support "topK": use topP',
    ],
    [{ type: 'compatibility', feature: 'tools' }, 'The model supports "tools" only in part.'],
    [
      { type: 'deprecated', setting: 'seed', message: 'leave it out' },
      'The setting "seed" is deprecated: leave it out',
    ],
    [{ type: 'other', message: 'Slow today.' }, 'Slow today.'],
    [{ type: 'new-kind', message: 'Read me.' }, 'Read me.'],
    [{ type: 'new-kind' }, undefined],
    [null, undefined],
  ])('warns with %j in a sentence', (value, expected) => {
    expect(decoder.decodeWarning(value)).toBe(expected);
  });
});

describe('a file of v4', () => {
  test.each([
    ['base64', { type: 'data', data: 'AA==' }, { type: 'data', data: 'AA==' }],
    ['bytes', { type: 'data', data: new Uint8Array([0]) }, { type: 'data', data: 'AA==' }],
    [
      'an address',
      { type: 'url', url: new URL('https://a.example/b') },
      { type: 'url', url: 'https://a.example/b' },
    ],
    [
      'an address as it was written',
      { type: 'url', url: new URL('gs://a/b%20c'), originalUrl: 'gs://a/b c' },
      { type: 'url', url: 'gs://a/b c' },
    ],
    ['untagged base64', 'AA==', { type: 'data', data: 'AA==' }],
    ['nothing', undefined, undefined],
    ['an unknown tag', { type: 'blob' }, undefined],
    ['a tag without content', { type: 'url' }, undefined],
  ])('can be %s', (_what, data, expected) => {
    expect(v4Decoder.decodeFile(data)).toEqual(expected);
  });
});
