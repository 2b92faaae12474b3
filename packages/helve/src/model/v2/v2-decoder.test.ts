import { expect, test } from 'vitest';
import { v2Decoder } from './v2-decoder.ts';

test.each([
  ['stop', { finishReason: 'stop' }],
  ['tool-calls', { finishReason: 'tool-calls' }],
  ['unknown', { finishReason: 'other', rawFinishReason: 'unknown' }],
  [undefined, { finishReason: 'other' }],
  [{ unified: 'stop' }, { finishReason: 'other' }],
])('a response that ended for %j', (value, expected) => {
  expect(v2Decoder.decodeFinishReason(value)).toEqual(expected);
});

test.each([
  [
    {
      inputTokens: 10,
      outputTokens: 7,
      totalTokens: 21,
      reasoningTokens: 4,
      cachedInputTokens: 3,
    },
    {
      inputTokens: 10,
      outputTokens: 7,
      totalTokens: 21,
      reasoningTokens: 4,
      cachedInputTokens: 3,
    },
  ],
  [{ inputTokens: undefined, outputTokens: 2, totalTokens: Number.NaN }, { outputTokens: 2 }],
  [null, {}],
])('a usage of %j', (value, expected) => {
  expect(v2Decoder.decodeUsage(value)).toEqual(expected);
});

test.each([
  [
    { type: 'unsupported-setting', setting: 'topK', details: 'use topP' },
    'The model does not support the setting "topK": use topP',
  ],
  [
    { type: 'unsupported-tool', tool: { type: 'function', name: 'look' } },
    'The model does not support the tool "look".',
  ],
  [{ type: 'unsupported-tool' }, 'The model does not support the tool something.'],
  [{ type: 'other', message: 'Slow today.' }, 'Slow today.'],
])('a warning of %j is a sentence', (value, expected) => {
  expect(v2Decoder.decodeWarning(value)).toBe(expected);
});

test.each([
  ['base64', 'AA==', { type: 'data', data: 'AA==' }],
  ['bytes', new Uint8Array([0, 255]), { type: 'data', data: 'AP8=' }],
  ['anything else', { type: 'data', data: 'AA==' }, undefined],
])('a file can be %s', (_what, data, expected) => {
  expect(v2Decoder.decodeFile(data)).toEqual(expected);
});
