import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createMcpServer } from '@helve/mcp/server';
import express from 'express';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { clients } from './clients.ts';
import { shop } from './shop.ts';

const server = createMcpServer({ name: 'shop', version: '1.0.0', tools: shop });
const open: Server[] = [];

afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

function address(listener: Server): Promise<string> {
  open.push(listener);
  return new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () => {
      // a TCP server has one, once it listens
      const { port } = listener.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}/mcp`);
    });
  });
}

/** The same server, in three places. */
const places = {
  'Node’s HTTP server': () =>
    createServer((request, response) => void server.node(request, response)),
  Express: () => createServer(express().all('/mcp', server.node)),
  'Express, behind its JSON parser': () => {
    const app = express().use(express.json());
    return createServer(app.all('/mcp', server.node));
  },
} satisfies Record<string, () => Server>;

describe.each(Object.entries(places))('mounted in %s', (_place, mount) => {
  test.each(Object.entries(clients))('it serves %s', async (_client, connect) => {
    const client = await connect(await address(mount()));
    expect(await client.call('find', { id: 'o-1' })).toMatchObject({
      structuredContent: { id: 'o-1', total: 12 },
    });
    expect(await client.call('refund', { id: 'o-1' })).toMatchObject({
      content: [{ text: 'refunded o-1' }],
    });
    await client.close();
  });

  test('it refuses pages of other sites', async () => {
    const url = await address(mount());
    const response = await fetch(url, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
  });
});

test.each(['a router', 'nothing else'])(
  'behind %s it says where tokens come from, to clients that have none',
  async (place) => {
    const guarded = createMcpServer({
      name: 'shop',
      version: '1.0.0',
      auth: {
        resource: 'https://mcp.example.com/mcp',
        authorizationServers: ['https://login.example.com'],
        verifyToken: () => undefined,
      },
    });
    const metadataPath = '/.well-known/oauth-protected-resource/mcp';
    const router = express().all('/mcp', guarded.node).all(metadataPath, guarded.node);
    const url = await address(createServer(place === 'a router' ? router : guarded.node));
    const refused = await fetch(url, { method: 'POST' });
    expect(refused.status).toBe(401);
    const [, pointed = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
    const metadata = await fetch(new URL(new URL(pointed).pathname, url));
    expect(await metadata.json()).toMatchObject({
      resource: 'https://mcp.example.com/mcp',
      authorization_servers: ['https://login.example.com'],
    });
  },
);

test('mounted in Hono it answers', async () => {
  const app = new Hono().all('/mcp', (context) => server.fetch(context.req.raw));
  const response = await app.request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      },
    }),
  });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"serverInfo":{"name":"shop","version":"1.0.0"}');
});
