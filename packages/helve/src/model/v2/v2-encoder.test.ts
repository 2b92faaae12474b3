import { describe, expect, test } from 'vitest';
import type { FileSource } from '../../tool/message.ts';
import type { ModelOutputPart, ToolResultOutput } from '../../tool/model-output.ts';
import { textToBase64 } from '../base64.ts';
import { encodeUntaggedFile } from '../encode/encode-untagged-file.ts';
import { resolveFile } from '../encode/resolve-file.ts';
import type { EncodeContext } from '../encode/version-encoder.ts';
import { encodeV2Output, encodeV2Tool, v2Encoder } from './v2-encoder.ts';

function newContext(providerKey = 'openai'): EncodeContext & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return { providerKey, warnings, warn: (message) => warnings.push(message) };
}

describe('a tool result', () => {
  test.each<[ToolResultOutput, unknown]>([
    [
      { type: 'text', value: 'ok' },
      { type: 'text', value: 'ok' },
    ],
    [
      { type: 'json', value: [true] },
      { type: 'json', value: [true] },
    ],
    [
      { type: 'error-text', value: 'no' },
      { type: 'error-text', value: 'no' },
    ],
    [
      { type: 'error-json', value: {} },
      { type: 'error-json', value: {} },
    ],
    [
      { type: 'denied', reason: 'not now' },
      { type: 'error-text', value: 'not now' },
    ],
  ])('%j is written in the words of v2', (output, expected) => {
    expect(encodeV2Output(output, newContext())).toEqual(expected);
  });

  test.each<[string, ModelOutputPart, unknown]>([
    ['text', { type: 'text', text: 'a' }, { type: 'text', text: 'a' }],
    [
      'an image',
      { type: 'image-data', data: 'R0lGODlh' },
      {
        type: 'media',
        data: 'R0lGODlh',
        mediaType: 'image/gif',
      },
    ],
    [
      'a file',
      { type: 'file-data', data: 'AA==', mediaType: 'text/csv' },
      {
        type: 'media',
        data: 'AA==',
        mediaType: 'text/csv',
      },
    ],
    [
      'a data URI',
      { type: 'file-url', url: 'data:text/plain,hi' },
      {
        type: 'media',
        data: textToBase64('hi'),
        mediaType: 'text/plain',
      },
    ],
    [
      'an address',
      { type: 'image-url', url: 'https://a.example/b.png' },
      {
        type: 'text',
        text: 'https://a.example/b.png',
      },
    ],
  ])('gives %s as text or media', (_what, part, expected) => {
    expect(encodeV2Output({ type: 'content', value: [part] }, newContext())).toEqual({
      type: 'content',
      value: [expected],
    });
  });

  test.each<[ModelOutputPart]>([
    [{ type: 'file-id', fileId: 'file-1' }],
    [{ type: 'image-file-id', fileId: { openai: 'file-1' } }],
    [{ type: 'custom' }],
  ])('says that %j cannot be shown, and warns', (part) => {
    const context = newContext();
    const value = [{ type: 'text', text: '[A file cannot be shown here.]' }];
    const output = encodeV2Output({ type: 'content', value: [part] }, context);
    expect(output).toEqual({ type: 'content', value });
    expect(context.warnings).toHaveLength(1);
  });
});

describe('a file in a message', () => {
  test.each<[string, FileSource, unknown]>([
    ['base64', { type: 'data', data: 'AA==' }, 'AA=='],
    ['an address', { type: 'url', url: 'https://a.example/b' }, new URL('https://a.example/b')],
    ['a data URI', { type: 'url', url: 'data:image/png;base64,AA==' }, 'AA=='],
    ['text', { type: 'text', text: 'é' }, textToBase64('é')],
    ['an uploaded file', { type: 'reference', reference: { openai: 'file-1' } }, 'file-1'],
    [
      'an uploaded file with an address',
      { type: 'reference', reference: { openai: 'https://files.example/1' } },
      new URL('https://files.example/1'),
    ],
  ])('%s is base64 or an address', (_what, source, data) => {
    const file = resolveFile(source, 'image/png');
    const encoded = file && encodeUntaggedFile(file, newContext());
    expect(encoded).toEqual({ data, mediaType: 'image/png' });
  });

  test.each<[string, FileSource, string]>([
    ['of another provider', { type: 'reference', reference: { google: 'f' } }, 'openai'],
    ['of a provider that takes no ids', { type: 'reference', reference: { groq: 'f' } }, 'groq'],
    ['under an inherited name', { type: 'reference', reference: {} }, 'constructor'],
  ])('a reference %s cannot be given', (_what, source, providerKey) => {
    const file = resolveFile(source, 'image/png');
    expect(file && encodeUntaggedFile(file, newContext(providerKey))).toBeUndefined();
  });
});

test('a tool loses what v2 has no field for, and its strictness not silently', () => {
  const context = newContext();
  const tool = {
    name: 'weather',
    description: 'Tells the weather.',
    inputSchema: { type: 'object' },
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  };
  const input = { ...tool, strict: true, inputExamples: [{ input: {} }] };
  expect(encodeV2Tool(input, context)).toEqual({ type: 'function', ...tool });
  expect(context.warnings).toEqual([expect.stringContaining('"weather"')]);
});

test("a provider's own tool is called provider-defined", () => {
  const tool = {
    type: 'provider',
    id: 'openai.web_search',
    name: 'search',
    args: { a: 1 },
  } as const;
  expect(v2Encoder.encodeProviderTool(tool)).toEqual({ ...tool, type: 'provider-defined' });
});
