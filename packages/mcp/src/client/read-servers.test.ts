import { describe, expect, test } from 'vitest';
import { createMcpClient } from './create-mcp-client.ts';
import { McpConfigError } from './mcp-errors.ts';
import { readServers } from './read-servers.ts';

const one = (server: object, more: object = {}) =>
  // What a JavaScript program may pass.
  readServers({ servers: { fx: server }, ...more } as Parameters<typeof readServers>[0])[0];

describe('servers that are configured wrongly are refused, by name and with what to do', () => {
  test.each<[object, RegExp]>([
    [{}, /"fx" must be \{ command.* neither/],
    [{ type: 'http' }, /"fx" must be \{ command.* neither/],
    [{ command: 7 }, /`command` of the MCP server "fx" must be the name or the path/],
    [{ command: '' }, /`command` of the MCP server "fx"/],
    [{ command: 'a', args: 'b' }, /`args` of the MCP server "fx" must be a list of texts/],
    [{ command: 'a', args: [1] }, /`args` of the MCP server "fx"/],
    [{ command: 'a', env: { PORT: 80 } }, /`env` of the MCP server "fx" .* quotes/],
    [{ command: 'a', cwd: 1 }, /`cwd` of the MCP server "fx"/],
    [{ command: 'a', type: 'http' }, /`type` of the MCP server "fx" must be 'stdio'/],
    [{ command: 'a', url: 'https://b' }, /"fx" must be \{ command.* both/],
    [{ url: 'ftp://b' }, /`url` of the MCP server "fx" must be an http: or https: address/],
    [{ url: 'example.com' }, /`url` of the MCP server "fx"/],
    [{ url: 'https://b', type: 'carrier-pigeon' }, /`type` of the MCP server "fx"/],
    [{ url: 'https://b', auth: {} }, /`auth` of the MCP server "fx"/],
    [{ url: 'https://b', headers: { a: 1 } }, /`headers` of the MCP server "fx"/],
    [{ url: 'https://b', fetch: 'fast' }, /`fetch` of the MCP server "fx"/],
    [{ command: 'a', protocol: '2025-11-25' }, /`protocol` of the MCP server "fx"/],
    [{ command: 'a', timeoutMs: -1 }, /`timeoutMs` of the MCP server "fx"/],
    [{ command: 'a', trusted: 'yes' }, /`trusted` of the MCP server "fx"/],
    [{ command: 'a', allow: 'read' }, /`allow` of the MCP server "fx"/],
  ])('%j', (server, message) => {
    const refused = () => one(server);
    expect(refused).toThrow(message);
    expect(refused).toThrow(McpConfigError);
  });

  test.each(['helve', 'helve_x', 'helve x', '', ' ', 'x'.repeat(49)])('the name %j', (name) => {
    expect(() => readServers({ servers: { [name]: { command: 'a' } } })).toThrow(/cannot name/);
  });

  test('options of a server that is not there', () => {
    expect(() => one({ command: 'a' }, { serverOptions: { fy: {} } })).toThrow(/names "fy"/);
  });
});

describe('trust', () => {
  test('is nobody’s unless somebody says so', () => {
    const server = one({ command: 'a' });
    expect([server?.trusts('t'), server?.asks('t'), server?.instructions]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('is the whole server’s, or single tools’', () => {
    expect(one({ command: 'a', trusted: true })?.asks('t')).toBe(false);
    const some = one({ command: 'a', trusted: ['t'] });
    expect([some?.trusts('t'), some?.asks('t'), some?.trusts('u'), some?.asks('u')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(some?.instructions).toBe(false);
  });

  test('is not what lets a tool run unasked: its hints are still not believed', () => {
    const server = one({ command: 'a', alwaysAllow: ['t'] });
    expect([server?.trusts('t'), server?.asks('t'), server?.asks('u')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test.each([
  [{}, 'read_x', true],
  [{ allow: ['read_*'] }, 'read_x', true],
  [{ allow: ['read_*'] }, 'write_x', false],
  [{ allow: [] }, 'read_x', false],
  [{ deny: ['*_x'] }, 'read_x', false],
  [{ allow: ['*'], deny: ['read_x'] }, 'read_x', false],
  [{ allow: ['r*d*x'] }, 'read_x', true],
  [{ allow: ['read.x'] }, 'read_x', false],
])('of %j, %s is taken: %j', (rules, tool, taken) => {
  expect(one({ command: 'a', ...rules })?.takes(tool)).toBe(taken);
});

/** How files write that a variable's value goes there. */
const variable = (name: string): string => `$\{${name}}`;

describe('a file of mcpServers is taken as it is', () => {
  const file = {
    mcpServers: {
      files: {
        command: 'npx',
        args: ['-y', 'server', `${variable('HOME')}/notes`],
        env: { KEY: variable('env:KEY') },
      },
      web: {
        type: 'http',
        url: `https://${variable('HOST:-example.com')}/mcp`,
        headers: { A: `Bearer ${variable('KEY')}` },
      },
      old: { transport: 'sse', serverUrl: 'https://example.com/sse' },
      off: { command: 'gone', env: { KEY: variable('NOWHERE') }, disabled: true },
      spare: { command: 'b', args: null, env: null, url: null, disabled: null },
      eager: { command: 'a', autoApprove: ['*'], alwaysAllow: ['t'], trusted: true, timeout: 60 },
    },
  };

  test('with variables from where the program says', () => {
    const servers = readServers({ servers: file, env: { HOME: '/srv', KEY: 'k' } });
    expect(servers.map(({ name }) => name)).toEqual(['files', 'web', 'old', 'spare', 'eager']);
    expect(servers.map(({ transport }) => transport)).toMatchObject([
      { kind: 'stdio', command: 'npx', args: ['-y', 'server', '/srv/notes'], env: { KEY: 'k' } },
      { kind: 'http', url: 'https://example.com/mcp', headers: { A: 'Bearer k' }, sse: 'never' },
      { kind: 'http', url: 'https://example.com/sse', sse: 'only' },
      { kind: 'stdio', command: 'b' },
      { kind: 'stdio', command: 'a' },
    ]);
  });

  test('but for what runs unasked: that is for the program to say', () => {
    const env = { HOME: '/srv', KEY: 'k' };
    const eager = (serverOptions: object) =>
      readServers({ servers: file, env, serverOptions: { eager: serverOptions } }).at(-1);
    expect([eager({})?.trusts('t'), eager({})?.asks('t')]).toEqual([false, true]);
    expect(eager({ trusted: true })?.asks('t')).toBe(false);
  });

  test('a variable that has no value is named', () => {
    expect(() => readServers({ servers: file, env: { HOME: '/srv' } })).toThrow(
      /"files" names the variable "KEY"/,
    );
    expect(() => readServers({ servers: file, env: { HOME: '/srv' } })).toThrow(McpConfigError);
  });

  test('nothing is put into servers that the program itself writes', () => {
    expect(one({ command: variable('HOME') })?.transport).toMatchObject({
      command: variable('HOME'),
    });
  });

  test('also where it calls them servers, and its variables inputs', () => {
    const servers = {
      inputs: [{ id: 'key', type: 'promptString' }],
      servers: { web: { type: 'http', url: 'https://a', headers: { A: variable('input:key') } } },
    };
    expect(readServers({ servers, env: { 'input:key': 'k' } })).toMatchObject([
      { name: 'web', transport: { headers: { A: 'k' } } },
    ]);
    expect(() => readServers({ servers })).toThrow(/"input:key", which has no value/);
  });

  test.each(['mcpServers', 'servers'])('a server may be called %s', (name) => {
    const servers = readServers({ servers: { [name]: { command: 'a' } } });
    expect(servers.map((server) => server.name)).toEqual([name]);
  });
});

test('a client of nothing says what it takes', () => {
  const create = createMcpClient as (options?: unknown) => unknown;
  expect(() => create()).toThrow(McpConfigError);
  expect(() => create({})).toThrow(/`servers` must be an object/);
});
