import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

// A server on the SDK's first line, with sessions: what most servers on the network are today.

const asking = { type: 'object' as const, properties: { who: { type: 'string' } } };
const form = {
  type: 'object' as const,
  properties: { name: { type: 'string' as const } },
  required: ['name'],
};

function sessionServer(calls: string[]): Server {
  const server = new Server(
    { name: 'sessions', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'greet', inputSchema: asking }],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendRequest }) => {
    const who = String(params.arguments?.['who']);
    calls.push(who);
    const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const request = {
      method: 'elicitation/create' as const,
      params: { message: `Who is ${who}?`, requestedSchema: form },
    };
    // On the stream of this call, as the protocol wants it.
    const answer = await sendRequest(request, ElicitResultSchema);
    const name = answer.action === 'accept' ? String(answer.content?.['name']) : answer.action;
    return { content: [{ type: 'text' as const, text: `${who} is ${name}` }] };
  });
  return server;
}

/** The server over HTTP: streamable, or over the transport of before. */
export async function serveSessions(kind: 'streamable' | 'sse'): Promise<{
  readonly url: string;
  readonly calls: string[];
  /** As a restart would: no session is known any more. */
  forget(): void;
  close(): Promise<void>;
}> {
  const calls: string[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const id = String(request.headers['mcp-session-id'] ?? url.searchParams.get('sessionId'));
    const known = sessions.get(id);
    if (kind === 'sse') {
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/message', response);
        sessions.set(transport.sessionId, transport);
        await sessionServer(calls).connect(transport);
      } else if (known instanceof SSEServerTransport && url.pathname === '/message') {
        await known.handlePostMessage(request, response);
      } else response.writeHead(405).end();
      return;
    }
    if (known instanceof StreamableHTTPServerTransport) {
      await known.handleRequest(request, response);
      return;
    }
    if (id !== 'null') {
      response.writeHead(404).end('unknown session');
      return;
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (session) => {
        sessions.set(session, transport);
      },
    });
    // The SDK's own types of the two do not fit under exactOptionalPropertyTypes.
    await sessionServer(calls).connect(transport as unknown as Parameters<Server['connect']>[0]);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    forget: () => sessions.clear(),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
