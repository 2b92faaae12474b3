import type { Tool } from 'helve';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, httpFixture, stdioFixture } from './client-kit.ts';
import type { McpHttpServer, McpStdioServer } from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';

async function toolsOf(client: McpClient) {
  const tools = await client.tools();
  const tool = (name: string): Tool => {
    const found = tools[`fx_${name}`];
    if (!found) throw new Error(`no ${name} among ${Object.keys(tools).join(', ')}`);
    return found;
  };
  return { tools, tool };
}

describe.each<[string, () => McpStdioServer | McpHttpServer]>([
  ['a program of 2026', () => stdioFixture],
  ['a program of 2025', () => ({ ...stdioFixture, protocol: '2025' })],
  ['a server of 2026 over HTTP', () => httpFixture()],
  ['a server of 2025 over HTTP', () => ({ ...httpFixture(), protocol: '2025' })],
])('tools of %s', (_where, server) => {
  let client: McpClient;
  beforeAll(() => {
    client = clientOf(server());
  });
  afterAll(() => client.close());

  test('are called, and their content is for the model', async () => {
    const { tool } = await toolsOf(client);
    const output = await tool('echo').run({ text: 'hello' });
    expect(output).toEqual({ content: [{ type: 'text', text: 'hello' }] });
    expect(tool('echo').toModelOutput?.(output)).toEqual({ type: 'text', value: 'hello' });
    expect(tool('echo')).toMatchObject({
      title: 'Echo',
      description: 'Says it again.',
      mcp: { annotations: { readOnlyHint: true, idempotentHint: true }, trusted: true },
    });
  });

  test('take only what their schema takes', async () => {
    const { tool } = await toolsOf(client);
    expect(await tool('echo').execute({ text: 7 })).toMatchObject({ error: true });
    expect(await tool('echo').execute({ text: 'a', more: 1 })).toMatchObject({ error: true });
  });

  test('give structured content to programs, validated, and their content to models', async () => {
    const { tool } = await toolsOf(client);
    const output = await tool('weather').run({});
    expect(output).toEqual({ celsius: 21 });
    expect(tool('weather').toModelOutput?.(output)).toEqual({ type: 'text', value: 'It is warm.' });
    expect(await tool('weather_as_text').run({})).toEqual({ celsius: 3 });
  });

  test('that give another structure than they said fail', async () => {
    const { tools, tool } = await toolsOf(client);
    const wrong = Object.keys(tools).find((name) => name.startsWith('fx_weather_wrong_'));
    const result = await tool(String(wrong).slice(3)).execute({});
    expect(result).toMatchObject({ error: true, message: expect.stringContaining('celsius') });
  });

  test('that fail are errors, with their text and nothing else', async () => {
    const { tool } = await toolsOf(client);
    await expect(tool('fail').run({})).rejects.toMatchObject({
      code: 'MCP_TOOL_FAILED',
      message: 'No such row.',
      server: 'fx',
      tool: 'fail',
    });
    const thrown = await tool('throw')
      .run({})
      .catch((error: Error) => error);
    expect(thrown).toMatchObject({ code: 'MCP_PROTOCOL' });
    expect(String((thrown as Error).message)).not.toContain('internal detail');
  });

  test('give images, sounds, files and links', async () => {
    const { tool } = await toolsOf(client);
    const media = tool('media');
    expect(media.toModelOutput?.(await media.run({}))).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'for both' },
        { type: 'image-data', data: expect.any(String), mediaType: 'image/png' },
        { type: 'file-data', data: 'AAAA', mediaType: 'audio/wav' },
        { type: 'text', text: 'Resource file:///a/b.txt:\ninside' },
        { type: 'file-data', data: 'JVBE', mediaType: 'application/pdf', filename: 'c.pdf' },
        { type: 'text', text: 'Resource "d" at https://example.com/d: a page' },
      ],
    });
  });

  test('come with the instructions of a trusted server', async () => {
    expect(await client.instructions()).toBe('# Tools of fx\n\nBe kind to the fixture.');
  });
});
