import { createTool, jsonSchema } from 'helve';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, serverOf, textOf } from './server-kit.ts';

const add = createTool({
  id: 'add',
  title: 'Add',
  description: 'Adds two numbers',
  inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
  outputSchema: z.object({ sum: z.number() }),
  mcp: {
    annotations: { readOnlyHint: true },
    icons: [{ src: 'https://example.com/add.png', sizes: ['48x48'] }],
    _meta: { team: 'sums' },
  },
  execute: async ({ a, b }) => ({ sum: a + b }),
});

describe.each(ERAS)('a client of %s', (era) => {
  test('is told of tools as they were declared, and in the order they were registered', async () => {
    const document = { type: 'object', properties: { q: { type: 'string' } } };
    const plain = createTool({
      id: 'p',
      inputSchema: jsonSchema(document),
      execute: async () => 1,
    });
    const bare = createTool({ id: 'bare', execute: async () => 1 });
    const client = await connect(serverOf({ plain, add, bare }), { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['plain', 'add', 'bare']);
    expect(tools[0]?.inputSchema).toEqual(document);
    expect(tools[1]).toMatchObject({
      title: 'Add',
      description: 'Adds two numbers',
      inputSchema: { type: 'object', required: ['a'] },
      outputSchema: { type: 'object', required: ['sum'] },
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://example.com/add.png', sizes: ['48x48'] }],
      _meta: { team: 'sums' },
    });
    expect(tools[2]?.inputSchema).toMatchObject({ type: 'object' });
  });

  test('gets the output as text and, with an output schema, as data', async () => {
    const client = await connect(serverOf({ add }), { era });
    await client.listTools();
    expect(await client.callTool({ name: 'add', arguments: { a: 2 } })).toMatchObject({
      content: [{ type: 'text', text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
    });
  });

  test('reads what is wrong with its arguments as a result, and the tool does not run', async () => {
    const client = await connect(serverOf({ add }), { era });
    const result = await client.callTool({ name: 'add', arguments: { a: 'two' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('a: ');
    expect(textOf(result)).toContain('The tool did not run.');
  });

  test('gets a protocol error for a tool that is not there', async () => {
    const client = await connect(serverOf({ add }), { era });
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('nope'),
    });
  });

  test('gets the message of what a tool throws, and nothing else of it', async () => {
    const broken = createTool({
      id: 'broken',
      execute: () => {
        throw Object.assign(new Error('No such order.', { cause: new Error('pg: secret') }), {
          connection: 'postgres://user:password@db',
        });
      },
    });
    const client = await connect(serverOf({ broken }), { era });
    const result = await client.callTool({ name: 'broken' });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: 'No such order.' }]);
    expect(JSON.stringify(result)).not.toMatch(/secret|password|stack/);
  });

  test('sends a union or a list as the input, as it is told to', async () => {
    const either = createTool({
      id: 'either',
      inputSchema: z.union([z.object({ id: z.string() }), z.object({ email: z.string() })]),
      execute: async (input) => input,
    });
    const list = createTool({
      id: 'list',
      inputSchema: z.array(z.string()),
      execute: async (items) => items.length,
    });
    const client = await connect(serverOf({ either, list }), { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ inputSchema }) => inputSchema.type)).toEqual(['object', 'object']);
    const call = (name: string, args: Record<string, unknown>) =>
      client.callTool({ name, arguments: args });
    expect(textOf(await call('either', { email: 'a@b.c' }))).toBe('{"email":"a@b.c"}');
    expect(textOf(await call('list', { value: ['a', 'b'] }))).toBe('2');
  });

  test('gets structured output of any shape', async () => {
    const list = createTool({
      id: 'list',
      outputSchema: z.array(z.number()),
      execute: async () => [1, 2],
    });
    const client = await connect(serverOf({ list }), { era });
    await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'list' });
    // before 2026-07-28 it has to be an object
    expect(structuredContent).toEqual(era === '2026-07-28' ? [1, 2] : { result: [1, 2] });
  });
});

test('a tool whose schema cannot be described is left out with a warning, and the rest are served', async () => {
  const odd = createTool({ id: 'odd', inputSchema: z.object({ at: z.date() }), execute: () => 1 });
  const client = createTool({ id: 'client' });
  const server = serverOf({ odd, add, client });
  const { tools } = await (await connect(server)).listTools();
  expect(tools.map(({ name }) => name)).toEqual(['add']);
  expect(server.log.lines).toEqual([
    expect.stringMatching(/^warn: Tool "odd" is not served: .*at "at"/),
    expect.stringMatching(/^warn: Tool "client" is not served: it has no execute/),
  ]);
});

test('a list of tools is the same text for every client', async () => {
  const server = serverOf({ add });
  const [one, two] = [await connect(server), await connect(server)];
  expect(JSON.stringify(await one.listTools())).toBe(JSON.stringify(await two.listTools()));
});

test('clients hear of other tools, and use them', async () => {
  const server = serverOf({ add });
  const client = await connect(server, { era: '2025-11-25' });
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
  });
  server.setTools({ tools: { sum: add } });
  await changed;
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['sum']);
});
