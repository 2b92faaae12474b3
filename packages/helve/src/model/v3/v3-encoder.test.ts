import { describe, expect, test } from 'vitest';
import type { ModelOutputPart, ToolResultOutput } from '../../tool/model-output.ts';
import type { EncodeContext } from '../encode/version-encoder.ts';
import { encodeV3Output, v3Encoder } from './v3-encoder.ts';

const warnings: string[] = [];
const context: EncodeContext = { providerKey: 'openai', warn: (message) => warnings.push(message) };
const providerOptions = { openai: { detail: 'high' } };

describe('a tool result', () => {
  test.each<[ToolResultOutput, unknown]>([
    [
      { type: 'text', value: 'ok', providerOptions },
      { type: 'text', value: 'ok', providerOptions },
    ],
    [
      { type: 'json', value: null },
      { type: 'json', value: null },
    ],
    [
      { type: 'error-text', value: 'no' },
      { type: 'error-text', value: 'no' },
    ],
    [
      { type: 'error-json', value: [1] },
      { type: 'error-json', value: [1] },
    ],
    [
      { type: 'denied', reason: 'not now' },
      { type: 'execution-denied', reason: 'not now' },
    ],
  ])('%j is written in the words of v3', (output, expected) => {
    expect(encodeV3Output(output, context)).toEqual(expected);
  });

  test.each<[ModelOutputPart]>([
    [{ type: 'text', text: 'a', providerOptions }],
    [{ type: 'image-url', url: 'https://a.example/b', providerOptions }],
    [{ type: 'image-data', data: 'AA==', mediaType: 'image/png' }],
    [{ type: 'file-url', url: 'https://a.example/b', mediaType: 'text/csv' }],
    [{ type: 'file-data', data: 'AA==', mediaType: 'text/csv', filename: 'a.csv' }],
    [{ type: 'file-id', fileId: 'file-1' }],
    [{ type: 'image-file-id', fileId: { openai: 'file-1' }, providerOptions }],
    [{ type: 'custom', providerOptions }],
  ])('passes its part %j on as it is', (part) => {
    expect(encodeV3Output({ type: 'content', value: [part] }, context)).toEqual({
      type: 'content',
      value: [part],
    });
  });

  test.each<[string, ModelOutputPart, unknown]>([
    [
      'an image in a data URI',
      { type: 'image-url', url: 'data:image/gif;base64,AA==' },
      {
        type: 'image-data',
        data: 'AA==',
        mediaType: 'image/gif',
      },
    ],
    [
      'a file in a data URI',
      { type: 'file-url', url: 'data:text/csv,a', filename: 'a.csv' },
      {
        type: 'file-data',
        data: 'YQ==',
        mediaType: 'text/csv',
        filename: 'a.csv',
      },
    ],
    [
      'an image without a media type',
      { type: 'image-data', data: 'R0lGODlh' },
      {
        type: 'image-data',
        data: 'R0lGODlh',
        mediaType: 'image/gif',
      },
    ],
    [
      'an image with an unknown one',
      { type: 'image-data', data: 'AAAA' },
      {
        type: 'image-data',
        data: 'AAAA',
        mediaType: 'image/*',
      },
    ],
    [
      'a file without a media type',
      { type: 'file-data', data: 'AAAA' },
      {
        type: 'file-data',
        data: 'AAAA',
        mediaType: 'application/octet-stream',
      },
    ],
  ])('completes %s', (_what, part, expected) => {
    expect(encodeV3Output({ type: 'content', value: [part] }, context)).toEqual({
      type: 'content',
      value: [expected],
    });
  });
});

test('parts that came with v4 are left out', () => {
  const custom = { type: 'custom', kind: 'openai.compaction' } as const;
  expect(v3Encoder.encodeExtraPart(custom, context)).toBeUndefined();
});

test('the answer to an approval request of the provider goes back to it', () => {
  const part = { type: 'tool-approval-response', approvalId: 'a', approved: true } as const;
  expect(v3Encoder.encodeExtraPart(part, context)).toEqual(part);
});
