import { expect, test, vi } from 'vitest';
import { clientOf, httpFixture } from './client-kit.ts';
import type { McpDefinitions } from './definitions.ts';
import { readDefinitions } from './definitions.ts';

async function exported(): Promise<McpDefinitions> {
  const definitions = await clientOf(httpFixture()).definitions();
  // Through a file.
  return JSON.parse(JSON.stringify(definitions));
}

test('tools of exported definitions are there before anything is connected', async () => {
  const definitions = await exported();
  const fixture = httpFixture();
  const client = clientOf(fixture, { definitions });
  const tools = await client.tools();
  expect(await client.instructions()).toContain('Be kind');
  expect(fixture.requests).toEqual([]);
  expect(Object.keys(tools)).toEqual(Object.keys(await clientOf(httpFixture()).tools()));
  // The first call connects.
  expect(await tools['fx_echo']?.run({ text: 'hi' })).toMatchObject({ content: [{ text: 'hi' }] });
});

test('they are the same, once connected, where nothing has changed', async () => {
  const onDrift = vi.fn();
  const fixture = httpFixture();
  const client = clientOf(fixture, { definitions: await exported(), onDrift });
  const tools = await client.tools();
  await tools['fx_echo']?.run({ text: 'hi' });
  expect(await client.definitions()).toEqual(await exported());
  expect((await client.tools())['fx_echo']).toBe(tools['fx_echo']);
  expect(onDrift).not.toHaveBeenCalled();
});

test('what has changed meanwhile is told and logged, and taken over', async () => {
  const definitions = await exported();
  const fx = definitions.servers['fx'];
  const [first, ...rest] = fx?.tools ?? [];
  if (!fx || !first) throw new Error('no tools');
  const old: McpDefinitions = {
    version: 1,
    servers: {
      fx: {
        ...fx,
        tools: [
          { ...first, description: 'Something else.' },
          ...rest.slice(1),
          { name: 'gone', inputSchema: { type: 'object' } },
        ],
      },
    },
  };
  const onDrift = vi.fn();
  const client = clientOf(httpFixture(), { definitions: old, onDrift });
  const tools = await client.tools();
  await tools['fx_echo']?.run({ text: 'hi' });
  const drift = { added: [rest[0]?.name], removed: ['gone'], changed: [first.name] };
  await vi.waitFor(() =>
    expect(onDrift).toHaveBeenCalledExactlyOnceWith({ server: 'fx', ...drift }),
  );
  const warned = client.log.lines.find(({ level }) => level === 'warn');
  expect(warned?.message).toContain('differs from the definitions given');
  expect(Object.keys(await client.tools())).not.toContain('fx_gone');
});

test.each([
  [{}, /must be what client.definitions/],
  [{ version: 2, servers: {} }, /must be what client.definitions/],
  [{ version: 1, servers: { fx: {} } }, /"fx" have no list/],
  [{ version: 1, servers: { fx: { tools: [{ name: 't' }] } } }, /hold the tool "t"/],
])('what are no definitions is refused: %j', (raw, message) => {
  expect(() => readDefinitions(raw)).toThrow(message);
});
