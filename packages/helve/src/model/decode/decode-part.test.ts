import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelPart } from '../model-part.ts';
import { v2Decoder } from '../v2/v2-decoder.ts';
import { v3Decoder } from '../v3/v3-decoder.ts';
import { v4Decoder } from '../v4/v4-decoder.ts';
import { decodePart } from './decode-part.ts';
import type { VersionDecoder } from './version-decoder.ts';

const VERSIONS: [string, VersionDecoder][] = [
  ['v2', v2Decoder],
  ['v3', v3Decoder],
  ['v4', v4Decoder],
];
const providerMetadata = { anthropic: { signature: 'abc' } };

describe.each(VERSIONS)('a part of spec version %s', (_name, version) => {
  const decode = (part: unknown) => decodePart(part, version);

  test.each<ModelPart>([
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Hi', providerMetadata },
    { type: 'text-end', id: 't', providerMetadata },
    { type: 'reasoning-start', id: 'r', providerMetadata },
    { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata },
    { type: 'reasoning-end', id: 'r' },
    {
      type: 'tool-input-start',
      id: 'c',
      toolName: 'look',
      providerExecuted: true,
      title: 'Look',
      providerMetadata,
    },
    { type: 'tool-input-delta', id: 'c', delta: '{"a"' },
    { type: 'tool-input-end', id: 'c', providerMetadata },
    { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: '{"a":', providerMetadata },
    {
      type: 'tool-result',
      toolCallId: 'c',
      toolName: 'look',
      result: { a: [1, null] },
      isError: true,
      preliminary: true,
      providerMetadata,
    },
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c', providerMetadata },
    { type: 'source', id: 's', sourceType: 'url', url: 'https://a.example', title: 'A' },
    {
      type: 'source',
      id: 's',
      sourceType: 'document',
      title: 'A',
      mediaType: 'application/pdf',
      filename: 'a.pdf',
      providerMetadata,
    },
    { type: 'custom', kind: 'openai.compaction', providerMetadata },
    { type: 'error', error: new Error('overloaded') },
  ])('means the same here: $type', (part) => {
    expect(decode(part)).toEqual(part);
  });

  test('keeps its metadata as the very object it came with', () => {
    const part = decode({ type: 'tool-input-end', id: 'c', providerMetadata });
    expect(part).toHaveProperty('providerMetadata');
    expect(part && Reflect.get(part, 'providerMetadata')).toBe(providerMetadata);
  });

  test.each([
    ['of an unknown type', { type: 'ping' }],
    ['raw', { type: 'raw', rawValue: {} }],
    ['without a type', { delta: 'a' }],
    ['with an inherited name for a type', { type: 'constructor' }],
    ['that is nothing', null],
    ['that is a text', 'text-delta'],
    ['with an empty delta', { type: 'text-delta', id: 't', delta: '' }],
    ['with a delta that is no text', { type: 'tool-input-delta', id: 'c', delta: { a: 1 } }],
    ['without warnings', { type: 'stream-start', warnings: [] }],
    ['with warnings that are no list', { type: 'stream-start', warnings: 'none' }],
    ['with metadata that says nothing', { type: 'response-metadata' }],
    ['with a file of no content', { type: 'file', mediaType: 'image/png' }],
  ])('%s is ignored', (_what, part) => {
    expect(decode(part)).toBeUndefined();
  });

  test.each([
    ['an object', { a: 1 }, '{"a":1}'],
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a number', 3, '3'],
    ['what has no JSON', { n: 1n }, '[arguments that are not JSON]'],
  ])('gives a call whose input is wrongly %s some text', (_what, input, expected) => {
    const call = decode({ type: 'tool-call', toolCallId: 'c', toolName: 'look', input });
    expect(call).toMatchObject({ type: 'tool-call', input: expected });
  });

  test('gives a call without id and name something to be answered by', () => {
    expect(decode({ type: 'tool-call', input: '{}' })).toEqual({
      type: 'tool-call',
      toolCallId: '',
      toolName: 'unnamed_tool',
      input: '{}',
    });
  });

  test.each([
    ['undefined', undefined, null],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['what has no JSON', { n: 1n }, null],
  ])('gives a result that is %s as JSON', (_what, result, expected) => {
    const part = decode({ type: 'tool-result', toolCallId: 'c', toolName: 'look', result });
    expect(part).toMatchObject({ result: expected });
  });

  test.each([
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    [new Date(Number.NaN), undefined],
    [{}, undefined],
  ])('reads the time %j', (timestamp, expected) => {
    const part = decode({ type: 'response-metadata', id: 'r', modelId: 'm', timestamp });
    const time = expected === undefined ? {} : { timestamp: expected };
    expect(part).toEqual({ type: 'response-metadata', id: 'r', modelId: 'm', ...time });
  });

  test('that is random garbage never throws, and what it gives has the promised fields', () => {
    const types = [
      ...['text-start', 'text-delta', 'reasoning-delta', 'tool-input-start', 'tool-input-delta'],
      ...['tool-call', 'tool-result', 'tool-approval-request', 'file', 'reasoning-file', 'source'],
      ...['custom', 'stream-start', 'response-metadata', 'finish', 'error', 'raw', '__proto__'],
    ];
    const anything = fc.anything({ withBigInt: true, withDate: true, withTypedArray: true });
    const names = fc.constantFrom(
      ...['id', 'delta', 'toolCallId', 'toolName', 'input', 'result', 'warnings', 'usage', 'data'],
      ...['finishReason', 'providerMetadata', 'timestamp', 'title', 'url', 'kind', 'mediaType'],
    );
    const part = fc
      .tuple(fc.constantFrom(...types), fc.dictionary(names, anything))
      .map(([type, fields]) => ({ ...fields, type }));
    fc.assert(
      fc.property(fc.oneof(part, anything), (garbage) => {
        const decoded = decode(garbage);
        if (decoded === undefined) return;
        const textFields = ['id', 'delta', 'toolCallId', 'toolName', 'input', 'kind', 'mediaType'];
        for (const name of textFields) {
          if (name in decoded) expect(Reflect.get(decoded, name)).toBeTypeOf('string');
        }
      }),
    );
  });
});
