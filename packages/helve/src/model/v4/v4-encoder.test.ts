import { describe, expect, test } from 'vitest';
import type { FileSource } from '../../tool/message.ts';
import type { ModelOutputPart, ToolResultOutput } from '../../tool/model-output.ts';
import { resolveFile } from '../encode/resolve-file.ts';
import type { EncodeContext } from '../encode/version-encoder.ts';
import { encodeV4File, encodeV4Output, v4Encoder } from './v4-encoder.ts';

const warnings: string[] = [];
const context: EncodeContext = { providerKey: 'openai', warn: (message) => warnings.push(message) };
const providerOptions = { openai: { detail: 'high' } };

describe('a file is tagged with what it is', () => {
  test.each<[string, FileSource, string | undefined, unknown]>([
    [
      'base64',
      { type: 'data', data: 'AA==' },
      'image/png',
      {
        data: { type: 'data', data: 'AA==' },
        mediaType: 'image/png',
      },
    ],
    [
      'an address',
      { type: 'url', url: 'https://a.example/b' },
      'image/*',
      {
        data: { type: 'url', url: new URL('https://a.example/b') },
        mediaType: 'image',
      },
    ],
    [
      'an address that parsing changes',
      { type: 'url', url: 'GS://Bucket/a b' },
      'text/csv',
      {
        data: { type: 'url', url: new URL('GS://Bucket/a b'), originalUrl: 'GS://Bucket/a b' },
        mediaType: 'text/csv',
      },
    ],
    [
      'a data URI',
      { type: 'url', url: 'data:image/gif;base64,AA==' },
      undefined,
      {
        data: { type: 'data', data: 'AA==' },
        mediaType: 'image/gif',
      },
    ],
    [
      'a reference',
      { type: 'reference', reference: { openai: 'file-1' } },
      'application/pdf',
      {
        data: { type: 'reference', reference: { openai: 'file-1' } },
        mediaType: 'application/pdf',
      },
    ],
    [
      'text',
      { type: 'text', text: 'hi' },
      undefined,
      {
        data: { type: 'text', text: 'hi' },
        mediaType: 'text/plain',
      },
    ],
  ])('%s', (_what, source, mediaType, expected) => {
    const file = resolveFile(source, mediaType);
    expect(file && encodeV4File(file)).toEqual(expected);
  });
});

describe('a tool result', () => {
  test.each<[ToolResultOutput, unknown]>([
    [
      { type: 'text', value: 'ok', providerOptions },
      { type: 'text', value: 'ok', providerOptions },
    ],
    [
      { type: 'json', value: { a: [1] } },
      { type: 'json', value: { a: [1] } },
    ],
    [
      { type: 'error-text', value: 'no' },
      { type: 'error-text', value: 'no' },
    ],
    [
      { type: 'error-json', value: { a: 1 } },
      { type: 'error-json', value: { a: 1 } },
    ],
    [
      { type: 'denied', reason: 'not now' },
      { type: 'execution-denied', reason: 'not now' },
    ],
  ])('%j is written in the words of v4', (output, expected) => {
    expect(encodeV4Output(output, context)).toEqual(expected);
  });

  test.each<[string, ModelOutputPart, unknown]>([
    [
      'text',
      { type: 'text', text: 'a', providerOptions },
      { type: 'text', text: 'a', providerOptions },
    ],
    [
      'image-url',
      { type: 'image-url', url: 'https://a.example/b', providerOptions },
      {
        type: 'file',
        data: { type: 'url', url: new URL('https://a.example/b') },
        mediaType: 'image',
        providerOptions,
      },
    ],
    [
      'image-url that is a data URI',
      { type: 'image-url', url: 'data:image/png;base64,AA==' },
      {
        type: 'file',
        data: { type: 'data', data: 'AA==' },
        mediaType: 'image/png',
      },
    ],
    [
      'image-data',
      { type: 'image-data', data: 'AA==' },
      {
        type: 'file',
        data: { type: 'data', data: 'AA==' },
        mediaType: 'image',
      },
    ],
    [
      'file-url',
      { type: 'file-url', url: 'https://a.example/b.pdf', filename: 'b.pdf' },
      {
        type: 'file',
        data: { type: 'url', url: new URL('https://a.example/b.pdf') },
        mediaType: 'application/pdf',
        filename: 'b.pdf',
      },
    ],
    [
      'file-data',
      { type: 'file-data', data: 'AA==', mediaType: 'text/csv', filename: 'a.csv' },
      {
        type: 'file',
        data: { type: 'data', data: 'AA==' },
        mediaType: 'text/csv',
        filename: 'a.csv',
      },
    ],
    [
      'file-id',
      { type: 'file-id', fileId: 'file-1' },
      {
        type: 'file',
        data: { type: 'reference', reference: { openai: 'file-1' } },
        mediaType: 'application',
      },
    ],
    [
      'image-file-id',
      { type: 'image-file-id', fileId: { google: 'f', openai: 'g' } },
      {
        type: 'file',
        data: { type: 'reference', reference: { google: 'f', openai: 'g' } },
        mediaType: 'image',
      },
    ],
    ['custom', { type: 'custom', providerOptions }, { type: 'custom', providerOptions }],
  ])('gives its %s part the one form that v4 has', (_what, part, expected) => {
    expect(encodeV4Output({ type: 'content', value: [part] }, context)).toEqual({
      type: 'content',
      value: [expected],
    });
  });

  test('whose address is broken still says that something was there', () => {
    warnings.length = 0;
    const part: ModelOutputPart = { type: 'file-url', url: 'no address', filename: 'bill.pdf' };
    expect(encodeV4Output({ type: 'content', value: [part] }, context)).toEqual({
      type: 'content',
      value: [{ type: 'text', text: '[The file "bill.pdf" cannot be shown here.]' }],
    });
    expect(warnings).toEqual([expect.stringContaining('bill.pdf')]);
  });
});

test.each([
  [
    { type: 'custom', kind: 'openai.compaction', providerOptions },
    { type: 'custom', kind: 'openai.compaction', providerOptions },
  ],
  [
    {
      type: 'reasoning-file',
      source: { type: 'data', data: 'AA==' },
      mediaType: 'image/png',
      providerOptions,
    },
    {
      type: 'reasoning-file',
      data: { type: 'data', data: 'AA==' },
      mediaType: 'image/png',
      providerOptions,
    },
  ],
  [
    {
      type: 'tool-approval-response',
      approvalId: 'a',
      approved: false,
      reason: 'no',
      providerOptions,
    },
    {
      type: 'tool-approval-response',
      approvalId: 'a',
      approved: false,
      reason: 'no',
      providerOptions,
    },
  ],
] as const)('the part %j goes back to its provider', (part, expected) => {
  expect(v4Encoder.encodeExtraPart(part, context)).toEqual(expected);
});

test('a tool is told with all that v4 knows of tools', () => {
  const tool = {
    name: 'weather',
    description: 'Tells the weather.',
    inputSchema: { type: 'object' },
    strict: true,
    inputExamples: [{ input: { city: 'Oslo' } }],
    providerOptions,
  };
  expect(v4Encoder.encodeTool(tool, context)).toEqual({ type: 'function', ...tool });
});
