import fc from 'fast-check';
import { expect, test } from 'vitest';
import { v2Decoder } from '../v2/v2-decoder.ts';
import { v4Decoder } from '../v4/v4-decoder.ts';
import { decodeResult } from './decode-result.ts';

const providerMetadata = { openai: { itemId: 'rs_1' } };

test('a whole response is told in the parts of a stream', () => {
  const result = {
    content: [
      { type: 'reasoning', text: 'Hm.', providerMetadata },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{}', providerMetadata },
      { type: 'source', id: 's', sourceType: 'url', url: 'https://a.example' },
      { type: 'news', id: 'n' },
    ],
    finishReason: { unified: 'tool-calls', raw: 'tool_use' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 2 } },
    providerMetadata,
    response: { id: 'r', modelId: 'm', headers: { 'x-secret': '1' }, body: {} },
    warnings: [{ type: 'other', message: 'Slow today.' }],
  };
  expect(decodeResult(result, v4Decoder)).toEqual([
    { type: 'warnings', warnings: ['Slow today.'] },
    { type: 'response-metadata', id: 'r', modelId: 'm' },
    { type: 'reasoning-start', id: '0', providerMetadata },
    { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
    { type: 'reasoning-end', id: '0' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Let me look.' },
    { type: 'text-end', id: '1' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{}', providerMetadata },
    { type: 'source', id: 's', sourceType: 'url', url: 'https://a.example' },
    {
      type: 'finish',
      finishReason: 'tool-calls',
      rawFinishReason: 'tool_use',
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
      providerMetadata,
    },
  ]);
});

test('an empty text is left out, unless it brings a signature', () => {
  const result = {
    content: [
      { type: 'text', text: '' },
      { type: 'reasoning', text: '', providerMetadata },
    ],
    finishReason: 'stop',
    usage: {},
  };
  expect(decodeResult(result, v2Decoder)).toEqual([
    { type: 'reasoning-start', id: '1', providerMetadata },
    { type: 'reasoning-end', id: '1' },
    { type: 'finish', finishReason: 'stop', usage: {} },
  ]);
});

test('content cannot end the response in the middle', () => {
  const content = [{ type: 'finish' }, { type: 'error' }, { type: 'text', text: 'Hi' }];
  const parts = decodeResult({ content, finishReason: 'stop' }, v2Decoder);
  expect(parts.map(({ type }) => type)).toEqual(['text-start', 'text-delta', 'text-end', 'finish']);
});

test('random garbage never throws, and always ends in one finish part', () => {
  const names = fc.constantFrom('content', 'finishReason', 'usage', 'warnings', 'response');
  const anything = fc.anything({ withBigInt: true, withDate: true });
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(names, anything), anything), (result) => {
      const types = decodeResult(result, v4Decoder).map(({ type }) => type);
      expect(types.filter((type) => type === 'finish')).toHaveLength(1);
      expect(types.at(-1)).toBe('finish');
    }),
  );
});
