import { createTool } from 'helve';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, serverOf, textOf } from '../server-kit.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What a client is given where a tool's `toModelOutput` gives this. */
async function shown(value: unknown, era: (typeof ERAS)[number] = '2026-07-28') {
  const tool = createTool({ id: 't', execute: async () => 'raw', toModelOutput: () => value });
  const client = await connect(serverOf({ tool }), { era });
  return client.callTool({ name: 'tool' });
}

test.each(ERAS)('every part that toModelOutput may give becomes a block for %s', async (era) => {
  const image = base64('png');
  const result = await shown(
    {
      type: 'content',
      value: [
        { type: 'text', text: 'It rains.' },
        { type: 'image-data', data: image, mediaType: 'image/webp' },
        { type: 'image-data', data: image },
        { type: 'image-url', url: `data:image/gif;base64,${image}` },
        { type: 'image-url', url: 'https://example.com/maps/radar.png?size=2' },
        { type: 'file-data', data: base64('RIFF'), mediaType: 'audio/wav' },
        {
          type: 'file-data',
          data: base64('a,b'),
          mediaType: 'text/csv',
          filename: 'rain fall.csv',
        },
        { type: 'file-data', data: base64('\x00\xff'), mediaType: 'application/zip' },
        { type: 'file-url', url: 'https://example.com/r.pdf', mediaType: 'application/pdf' },
        { type: 'file-id', fileId: 'file-1' },
        { type: 'custom' },
      ],
    },
    era,
  );
  expect(result.content).toEqual([
    { type: 'text', text: 'It rains.' },
    { type: 'image', data: image, mimeType: 'image/webp' },
    { type: 'image', data: image, mimeType: 'image/png' },
    { type: 'image', data: image, mimeType: 'image/gif' },
    {
      type: 'resource_link',
      uri: 'https://example.com/maps/radar.png?size=2',
      name: 'radar.png',
    },
    { type: 'audio', data: base64('RIFF'), mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'attachment://rain%20fall.csv', mimeType: 'text/csv', text: 'a,b' },
    },
    {
      type: 'resource',
      resource: {
        uri: 'attachment://file-8',
        mimeType: 'application/zip',
        blob: base64('\x00\xff'),
      },
    },
    {
      type: 'resource_link',
      uri: 'https://example.com/r.pdf',
      name: 'r.pdf',
      mimeType: 'application/pdf',
    },
    { type: 'text', text: '[a file that is kept by a model provider]' },
    { type: 'text', text: '[content for one model provider only]' },
  ]);
});

test('a part may say more to MCP clients', async () => {
  const mcp = { annotations: { audience: ['user'], priority: 1 }, _meta: { part: 1 } };
  const part = { type: 'text', text: 'Hi', providerOptions: { mcp } };
  const { content } = await shown({ type: 'content', value: [part] });
  expect(content).toEqual([{ type: 'text', text: 'Hi', ...mcp }]);
});

test('json that toModelOutput gives is also sent as data', async () => {
  const result = await shown({ type: 'json', value: { rain: true } });
  expect(result).toMatchObject({
    content: [{ type: 'text', text: '{"rain":true}' }],
    structuredContent: { rain: true },
  });
});

test('a tool that gives nothing says that it succeeded', async () => {
  const quiet = createTool({ id: 'q', execute: async () => {} });
  const client = await connect(serverOf({ quiet }));
  expect(textOf(await client.callTool({ name: 'quiet' }))).toContain('succeeded with no output');
});

describe('of a tool with toModelOutput a client is given', () => {
  const secret = 'iban-DE00';
  const outputSchema = z.object({ name: z.string(), iban: z.string() });
  const find = createTool({
    id: 'find',
    outputSchema,
    execute: async (_input, { writer }) => {
      await writer.write({ looked: secret });
      return { name: 'Ada', iban: secret };
    },
    toModelOutput: ({ name }) => name,
    transform: { display: { progress: () => undefined } },
  });

  test.each(ERAS)('what it makes, and nothing else of the output: %s', async (era) => {
    const client = await connect(serverOf({ find }), { era });
    const { tools } = await client.listTools();
    // promising structured output would be promising the output itself
    expect(tools[0]).not.toHaveProperty('outputSchema');
    const progress: unknown[] = [];
    const result = await client.callTool(
      { name: 'find' },
      { onprogress: (update) => progress.push(update) },
    );
    expect(result.content).toEqual([{ type: 'text', text: 'Ada' }]);
    expect(JSON.stringify([result, progress])).not.toContain(secret);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error(secret);
      },
    ],
    ['gives nothing', () => undefined],
    ['gives parts that are none', () => ({ type: 'content', value: [{ type: 'text' }] })],
  ])('a placeholder, where it %s', async (_what, toModelOutput) => {
    const client = await connect(serverOf({ find: find.with({ toModelOutput }) }));
    const result = await client.callTool({ name: 'find' });
    expect(result.content).toEqual([
      { type: 'text', text: 'The tool ran; its result cannot be shown.' },
    ]);
  });

  test('no word of an output that does not fit its schema', async () => {
    const bad = createTool({
      id: 'bad',
      outputSchema: z.object({ code: z.literal('a', { error: (issue) => `not ${issue.input}` }) }),
      // a tool written without types may return anything
      execute: async () => ({ code: secret }) as unknown as { code: 'a' },
      toModelOutput: () => 'fine',
    });
    const client = await connect(serverOf({ bad }));
    const result = await client.callTool({ name: 'bad' });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

test('an output that JSON cannot carry is served as the nearest thing, and its schema is left out', async () => {
  const now = createTool({
    id: 'now',
    outputSchema: z.object({ at: z.date() }),
    execute: async () => ({ at: new Date(0) }),
  });
  const server = serverOf({ now });
  const client = await connect(server);
  expect(textOf(await client.callTool({ name: 'now' }))).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  expect(server.log.lines).toEqual([
    expect.stringContaining('outputSchema of tool "now" cannot be written as JSON Schema'),
  ]);
});
