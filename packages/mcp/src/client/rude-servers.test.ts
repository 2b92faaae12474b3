import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from 'helve';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, program } from './client-kit.ts';
import type { McpServerOptions } from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';

let folder: string;
let client: (McpClient & { readonly log: ReturnType<typeof clientOf>['log'] }) | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rude-'));
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await rm(folder, { recursive: true });
});

function rude(mode: string, options: McpServerOptions = {}) {
  const notes = join(folder, 'notes');
  const server = { ...program('./rude-stdio-kit.ts', notes, mode), protocol: '2025', ...options };
  client = clientOf(server as Parameters<typeof clientOf>[0]);
  const { log } = client;
  return {
    log,
    client,
    noted: async () => (await readFile(notes, 'utf8')).trim().split('\n'),
    tool: async (name: string): Promise<Tool> => {
      const tool = (await client?.tools())?.[`fx_${name}`];
      if (!tool) throw new Error(`no ${name}`);
      return tool;
    },
  };
}

const warnings = (log: ReturnType<typeof clientOf>['log']) =>
  log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);

describe('a program that dies in a call', () => {
  test('fails the call, which is not repeated, and is started anew for the next', async () => {
    const { tool, noted } = rude('die');
    const call = await tool('call');
    await expect(call.run({})).rejects.toMatchObject({
      code: 'MCP_CONNECTION_LOST',
      message: expect.stringContaining('may still occur'),
    });
    await expect(call.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
    const calls = (await noted()).filter((line) => line === 'call call' || line === 'start');
    expect(calls).toEqual(['start', 'call call', 'start', 'call call']);
  });

  test('is asked once which revision it speaks, and not each time it is started', async () => {
    const { tool, noted } = rude('die', { protocol: 'auto' });
    const call = await tool('call');
    const starts = async () => (await noted()).filter((line) => line === 'start').length;
    expect(await starts()).toBe(2);
    await expect(call.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
    await expect(call.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
    expect(await starts()).toBe(3);
  });

  test('is given a second try where a trusted tool bears repetition', async () => {
    const { tool, noted } = rude('die');
    const safe = await tool('safe');
    await expect(safe.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
    expect((await noted()).filter((line) => line === 'call safe')).toHaveLength(2);
  });

  test('is not, where nobody trusts the server that says so', async () => {
    const { tool, noted } = rude('die', { trusted: false });
    const safe = await tool('safe');
    await expect(safe.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
    expect((await noted()).filter((line) => line === 'call safe')).toHaveLength(1);
  });
});

test('a program that writes what is no message is heard all the same, and reported', async () => {
  const { tool, log } = rude('garbage');
  const call = await tool('call');
  for (let count = 0; count < 8; count += 1) {
    expect(await call.run({})).toEqual({ content: [{ type: 'text', text: 'fine' }] });
  }
  const noise = warnings(log).filter((line) => line.includes('passed over'));
  expect(noise).toHaveLength(5);
});

test('a program that never answers is given up, told so, and asked again', async () => {
  const { tool, noted } = rude('silent', { timeoutMs: 100 });
  const call = await tool('call');
  await expect(call.run({})).rejects.toMatchObject({
    code: 'MCP_TIMEOUT',
    timeoutMs: 100,
    message: expect.stringContaining('may still occur'),
  });
  await expect(call.run({})).rejects.toMatchObject({ code: 'MCP_TIMEOUT' });
  expect((await noted()).filter((line) => line === 'notifications/cancelled')).not.toEqual([]);
});

test('the time of a call does not begin before there is a connection', async () => {
  const { client: first } = rude('');
  const definitions = await first.definitions();
  await first.close();
  const notes = join(folder, 'other');
  const slow = {
    ...program('./rude-stdio-kit.ts', notes, 'slow-start'),
    protocol: '2025',
  } as const;
  client = clientOf({ ...slow, timeoutMs: 300 }, { definitions });
  expect(await (await client.tools())['fx_call']?.run({})).toMatchObject({
    content: [{ text: 'fine' }],
  });
});

test('a program that sends a hundred megabytes at once is cut off', async () => {
  const { tool } = rude('huge');
  const call = await tool('call');
  await expect(call.run({})).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' });
}, 20_000);

describe('a program that cannot be greeted', () => {
  test.each([
    ['exit', /could not be started/],
    ['complain', /could not be started/],
    ['mute', /did not greet/],
  ])('costs its own tools only: %s', async (mode, message) => {
    const { client: own, log } = rude(mode, { connectTimeoutMs: 1_000 });
    expect(await own.tools()).toEqual({});
    const [first] = log.lines.filter(({ details }) => details['error'] instanceof Error);
    expect(first).toMatchObject({ level: 'error' });
    await expect(own.definitions()).rejects.toThrow(message);
    await expect(own.definitions()).rejects.toMatchObject({ code: 'MCP_UNREACHABLE' });
  });

  test.each([
    [{ command: 'helve-no-such-program' }, /is not installed, or not found in PATH/],
    [{ command: 'npx -y some-server' }, /into `args`/],
    [{ command: process.execPath, cwd: '/helve/no/such/folder' }, /its `cwd` is not there/],
  ])('because it is not there, with %j', async (server, message) => {
    client = clientOf(server);
    await expect(client.definitions()).rejects.toThrow(message);
  });

  test('says why, for the log, and not to a model', async () => {
    const { client: own } = rude('complain');
    const error = await own.definitions().catch((caught: Error) => caught);
    expect(error).toMatchObject({ stderr: expect.stringContaining('licence key') });
    expect((error as Error).message).not.toContain('licence key');
  });

  test('fails tools() where it is required', async () => {
    const { client: own } = rude('exit', { required: true });
    await expect(own.tools()).rejects.toMatchObject({ code: 'MCP_UNREACHABLE', server: 'fx' });
  });

  test('is started once for all who wait, and more slowly each time', async () => {
    const { client: own, noted } = rude('exit');
    await Promise.all([own.tools(), own.tools(), own.tools()]);
    expect(await noted()).toEqual(['start']);
    const before = Date.now();
    await own.tools();
    await own.tools();
    expect(await noted()).toEqual(['start', 'start', 'start']);
    // The pauses are 250 and 500 ms, less what passed meanwhile.
    expect(Date.now() - before).toBeGreaterThan(400);
  });
});

test('one odd tool costs itself only, and each is named', async () => {
  const { client: own, log } = rude('odd-list');
  const tools = await own.tools();
  expect(Object.keys(tools).sort()).toEqual(
    ['call', 'no_type', 'odd_hints', 'odd_output', 'remote_output', 'safe'].map((n) => `fx_${n}`),
  );
  expect(tools['fx_odd_hints']?.mcp).toEqual({ annotations: {}, trusted: true });
  expect(tools['fx_remote_output']?.outputSchema).toBeUndefined();
  const said = warnings(log).join('\n');
  for (const name of ['array_root', 'no_schema', 'no name', 'broken_schema', 'remote_ref']) {
    expect(said).toContain(name);
  }
  expect(said).toContain('"deep_hints" is left out, because it is nested more than 200 levels');
  expect(said).toContain('"deep_schema" is left out, because it is nested more than 200 levels');
  expect(said).toContain('two tools "call"');
  expect(await tools['fx_call']?.run({})).toMatchObject({ content: [{ text: 'fine' }] });
});

test('parts of a result that are nested ten thousand levels deep cost only themselves', async () => {
  const { tool } = rude('deep');
  expect(await (await tool('call')).run({})).toEqual({
    content: [
      { type: 'text', text: 'fine' },
      { type: 'text', text: '[content that cannot be shown, of type "text"]' },
    ],
    structuredContent: '[too deep]',
  });
});

test('an answer that cannot be gone through fails its call alone', async () => {
  const { tool, noted } = rude('deep-rest');
  await expect((await tool('call')).run({})).rejects.toMatchObject({ code: 'MCP_PROTOCOL' });
  expect(await (await tool('safe')).run({})).toMatchObject({ content: [{ text: 'fine' }] });
  expect((await noted()).filter((line) => line === 'start')).toHaveLength(1);
});

test('what is no clear success is a failure', async () => {
  const { tool } = rude('no-result');
  await expect((await tool('call')).run({})).rejects.toMatchObject({
    code: 'MCP_TOOL_FAILED',
    message: 'The tool failed, and gave no reason.',
  });
});

test('content of unknown kinds is named in its place', async () => {
  const { tool } = rude('odd-content');
  const call = await tool('call');
  const shown = call.toModelOutput?.(await call.run({}));
  expect(shown).toMatchObject({
    type: 'content',
    value: [
      { text: '[content that cannot be shown, of type "hologram"]' },
      { text: '[content that cannot be shown, of type "?"]' },
      { text: '[content that cannot be shown, of type "image"]' },
    ],
  });
});

test('a client that is closed while it connects waits for nobody', async () => {
  const { client: own, noted } = rude('mute');
  const tools = own.tools();
  await vi.waitFor(async () => expect(await noted()).toContain('start'));
  const before = Date.now();
  await own.close();
  expect(await tools).toEqual({});
  // Without an end of its own, connecting would take a minute.
  expect(Date.now() - before).toBeLessThan(20_000);
}, 30_000);

test('a client that is closed ends what is under way, and says so', async () => {
  const { tool, client: own, noted } = rude('silent');
  const call = await tool('call');
  const running = call.run({}).catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await noted()).toContain('call call'));
  await own.close();
  expect(await running).toMatchObject({ code: 'MCP_CONNECTION_LOST' });
  await expect(call.run({})).rejects.toMatchObject({
    code: 'MCP_UNREACHABLE',
    message: expect.stringContaining('closed'),
  });
});
