import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTool } from 'helve';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { McpServer } from '../create-mcp-server.ts';
import { connect, serverOf, textOf } from '../server-kit.ts';

const era = '2025-11-25';

/** A request of a session, as a hostile client may write it. */
function post(
  server: McpServer,
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const params =
    method === 'initialize'
      ? { protocolVersion: era, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
      : {};
  return server.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  );
}

async function initialize(server: McpServer, headers = {}): Promise<string> {
  const response = await post(server, 'initialize', headers);
  expect(response.status).toBe(200);
  return response.headers.get('mcp-session-id') ?? '';
}

test('two clients that are asked at the same time each get the answer to their own call', async () => {
  const ask = createTool({
    id: 'ask',
    inputSchema: z.object({ who: z.string() }),
    execute: async ({ who }, { mcp }) => {
      const requestedSchema = { type: 'object', properties: { word: { type: 'string' } } };
      const answer = await mcp?.elicitation.sendRequest({ message: who, requestedSchema });
      return `${who} said ${answer?.content?.['word']}`;
    },
  });
  const server = serverOf({ ask });
  const bothAsked = Promise.withResolvers<void>();
  let asked = 0;
  const clientOf = (name: string) =>
    connect(server, {
      era,
      elicit: async ({ message }) => {
        asked += 1;
        if (asked === 2) bothAsked.resolve();
        await bothAsked.promise;
        expect(message).toBe(name);
        return { action: 'accept', content: { word: `${name}'s word` } };
      },
    });
  const [ada, eve] = [await clientOf('ada'), await clientOf('eve')];
  // both use the same ids for their requests
  const call = (client: typeof ada, who: string) =>
    client.callTool({ name: 'ask', arguments: { who } });
  const results = await Promise.all([call(ada, 'ada'), call(eve, 'eve')]);
  expect(results.map(textOf)).toEqual(["ada said ada's word", "eve said eve's word"]);
});

test('a session is not found by another user, nor by anybody who guesses', async () => {
  const server = serverOf({}, { principal: ({ request }) => request?.headers.get('x-user') ?? '' });
  const id = await initialize(server, { 'x-user': 'ada' });
  const list = (user: string, session: string) =>
    post(server, 'tools/list', { 'x-user': user, 'mcp-session-id': session });
  expect((await list('ada', id)).status).toBe(200);
  expect((await list('eve', id)).status).toBe(404);
  expect((await list('ada', crypto.randomUUID())).status).toBe(404);
});

test('a request of a session that was never begun is refused', async () => {
  expect((await post(serverOf({}), 'tools/list')).status).toBe(400);
});

test('a session that its client ends is over', async () => {
  const server = serverOf({});
  const id = await initialize(server);
  const headers = { 'mcp-session-id': id };
  const gone = await server.fetch(
    new Request('http://localhost/mcp', { method: 'DELETE', headers }),
  );
  expect(gone.status).toBe(200);
  expect((await post(server, 'tools/list', headers)).status).toBe(404);
});

test('no more sessions are open than the limit, and idle ones make room', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const server = serverOf({}, { limits: { sessions: 2 } });
    const first = await initialize(server);
    await initialize(server);
    expect((await post(server, 'initialize')).status).toBe(503);
    vi.setSystemTime(Date.now() + 61_000);
    await initialize(server);
    expect((await post(server, 'tools/list', { 'mcp-session-id': first })).status).toBe(404);
  } finally {
    vi.useRealTimers();
  }
});

test('an idle session ends; one whose call still runs does not', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = createTool({
      id: 'slow',
      execute: async () => {
        begun.resolve();
        await goOn.promise;
        return 'done';
      },
    });
    const server = serverOf({ slow }, { limits: { sessionIdleMs: 1000 } });
    const idle = await initialize(server);
    const busy = await connect(server, { era });
    const calling = busy.callTool({ name: 'slow' });
    await begun.promise;
    vi.advanceTimersByTime(5000);
    expect((await post(server, 'tools/list', { 'mcp-session-id': idle })).status).toBe(404);
    goOn.resolve();
    expect(textOf(await calling)).toBe('done');
    await server.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a call that its client gave up does not keep the session', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const endless = createTool({
      id: 'endless',
      execute: async (_input, { abortSignal }) => {
        abortSignal.addEventListener('abort', () => stopped.resolve());
        begun.resolve();
        await new Promise(() => undefined);
      },
    });
    const server = serverOf({ endless }, { limits: { sessionIdleMs: 1000, sessions: 1 } });
    const client = await connect(server, { era });
    const stop = new AbortController();
    const calling = client.callTool({ name: 'endless' }, { signal: stop.signal });
    calling.catch(() => undefined);
    await begun.promise;
    stop.abort();
    await stopped.promise;
    vi.advanceTimersByTime(5000);
    expect((await post(server, 'initialize')).status).toBe(200);
    await server.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a call that waits for its user ends with the session', async () => {
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const ask = createTool({
    id: 'ask',
    execute: async (_input, { mcp }) => {
      const question = { message: '?', requestedSchema: { type: 'object' } };
      await mcp?.elicitation.sendRequest(question).catch((error: Error) => {
        ended.resolve(error.message);
      });
    },
  });
  const server = serverOf({ ask });
  const client = await connect(server, {
    era,
    elicit: () => {
      asked.resolve();
      return new Promise(() => undefined);
    },
  });
  client.callTool({ name: 'ask' }).catch(() => undefined);
  await asked.promise;
  const { transport } = client;
  if (!(transport instanceof StreamableHTTPClientTransport)) throw new Error('unreachable');
  await transport.terminateSession();
  expect(await ended.promise).toBe('The session has ended.');
});
