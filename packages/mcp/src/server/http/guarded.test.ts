import { request as httpRequest } from 'node:http';
import { createTool } from 'helve';
import { afterEach, describe, expect, test } from 'vitest';
import type { McpServer } from '../create-mcp-server.ts';
import { connect, rawCall, rawRequest, serverOf } from '../server-kit.ts';

const hello = createTool({ id: 'hello', execute: async () => 'hello' });
const servers: McpServer[] = [];

function opened(server: McpServer): McpServer {
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function ask(headers: Readonly<Record<string, string>>, server = serverOf({ hello })) {
  return server.fetch(rawRequest('tools/list', {}, { headers }));
}

describe('a request is answered with 403', () => {
  test.each([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['from a page whose name only begins like ours', { origin: 'http://localhost.evil.example' }],
    ['from a page without an origin of its own', { origin: 'null' }],
    ['from what is no origin at all', { origin: 'localhost' }],
    ['under another host name', { host: 'evil.example' }],
    ['under another host name with our port', { host: 'evil.example:80' }],
    ['under a name with a user in it', { host: 'localhost@evil.example' }],
  ])('%s', async (_what, headers) => {
    const response = await ask(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } });
  });

  test('from this machine, where only other names are allowed', async () => {
    const server = serverOf({ hello }, { allowedHosts: ['mcp.example.com'] });
    expect((await ask({ host: 'localhost' }, server)).status).toBe(403);
    expect((await ask({ host: 'MCP.example.com:8443' }, server)).status).toBe(200);
  });
});

test.each([{}, { origin: 'http://localhost:5173' }, { host: '127.0.0.1:1' }, { host: '[::1]:1' }])(
  'a request from this machine passes: %j',
  async (headers: Readonly<Record<string, string>>) => {
    expect((await ask(headers)).status).toBe(200);
  },
);

test('a page that is allowed may read the answers, and is told so before it asks', async () => {
  const server = serverOf({ hello }, { allowedOrigins: ['app.example.com'] });
  const origin = 'https://app.example.com';
  const preflight = await server.fetch(
    new Request('http://localhost/mcp', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'mcp-method, mcp-name' },
    }),
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('mcp-method, mcp-name');
  const response = await ask({ origin }, server);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect((await ask({ origin: 'http://localhost' }, server)).status).toBe(403);
});

describe('a body is refused', () => {
  test('that is too large, before it has been sent', async () => {
    const server = opened(serverOf({ hello }));
    const { port } = await server.listen();
    let sent = 0;
    const status = await new Promise<number | 'cut off' | undefined>((resolve) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          path: '/mcp',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': 100 * 1024 * 1024 },
        },
        (response) => {
          response.resume();
          request.destroy();
          resolve(response.statusCode);
        },
      );
      // whoever goes on sending may hear nothing but that nobody listens
      request.on('error', () => resolve('cut off'));
      const chunk = Buffer.alloc(64 * 1024, 32);
      const write = (): void => {
        if (request.destroyed || sent >= 100 * 1024 * 1024) return;
        sent += chunk.length;
        request.write(chunk, () => setImmediate(write));
      };
      write();
    });
    expect([413, 'cut off']).toContain(status);
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  test('that turns out to be too large', async () => {
    const server = serverOf({ hello }, { limits: { bodyBytes: 1000 } });
    const { status } = await rawCall(server, 'hello', { text: 'x'.repeat(2000) });
    expect(status).toBe(413);
  });

  test('that is nested ten thousand levels deep, and the server goes on', async () => {
    const server = serverOf({ hello });
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hello","arguments":{"a":${deep}}}}`;
    const response = await server.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('levels deep');
    expect((await rawCall(server, 'hello', {})).result).toBeDefined();
  });

  test('that takes too long to arrive', async () => {
    const server = serverOf({ hello }, { limits: { bodyMs: 10 } });
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(1)),
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    // what Node's fetch demands of a streamed body, and its type does not know
    const request = new Request('http://localhost/mcp', { ...init, duplex: 'half' } as RequestInit);
    expect((await server.fetch(request)).status).toBe(408);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '1',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"x"}',
  ])('that is no message: %j', async (body) => {
    const server = serverOf({ hello });
    const response = await server.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});

describe('listening', () => {
  test('is on loopback, unless it is said under which names others may come in', async () => {
    const server = opened(serverOf({ hello }));
    const { url } = await server.listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    await expect(server.listen({ host: '0.0.0.0' })).rejects.toThrow('allowedHosts');
  });

  test('answers under its own path alone', async () => {
    const server = opened(serverOf({ hello }));
    const { port } = await server.listen({ path: '/tools' });
    expect((await fetch(`http://127.0.0.1:${port}/mcp`)).status).toBe(404);
  });

  test('ends with the server', async () => {
    const server = serverOf({ hello });
    const { url } = await server.listen();
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('a host that fails to answer gives nothing away', async () => {
  const server = serverOf(
    { hello },
    {
      requestContext: () => {
        throw new Error('postgres://user:password@db');
      },
    },
  );
  const client = await connect(server);
  const result = await client.callTool({ name: 'hello' });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result)).not.toContain('password');
});
