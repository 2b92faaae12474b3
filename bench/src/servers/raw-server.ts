import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { listening } from './listening.ts';
import type { Quote, QuoteInput, QuoteTool } from './quote-tools.ts';
import type { ServerPlace } from './server-contender.ts';

/** What stands between a request and a tool. */
export interface Checks {
  input(tool: QuoteTool, value: unknown): QuoteInput;
  output(tool: QuoteTool, value: Quote): Quote;
}

/**
 * Serves tools with the SDK's own low-level `Server`: the handlers of its documentation, on the
 * transports that it shows for each era, with the guards that it puts before Node's HTTP server.
 */
export async function serveRaw(place: ServerPlace, checks: Checks): Promise<void> {
  const { Server } = await import('@modelcontextprotocol/server');
  const tools = new Map(place.tools.map((tool) => [tool.name, tool]));
  // as JSON Schema once, whoever asks for it
  const declarations = place.tools.map(declare);
  const make = (): Server => {
    const server = new Server(
      { name: 'bench', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true }, logging: {} } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: declarations }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name);
      if (tool === undefined) throw new Error(`Unknown tool: ${params.name}`);
      return callTool(tool, params.arguments, checks);
    });
    return server;
  };
  if (place.transport === 'stdio') {
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    serveStdio(make);
  } else if (place.era === '2026-07-28') await serveRequests(place.port, make);
  else await serveSessions(place.port, make);
}

async function callTool(tool: QuoteTool, given: unknown, checks: Checks): Promise<CallToolResult> {
  try {
    const output = checks.output(tool, await tool.execute(checks.input(tool, given)));
    return {
      content: [{ type: 'text', text: JSON.stringify(output) }],
      structuredContent: output,
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function declare({ name, description, input, output }: QuoteTool): Tool {
  const [inputSchema, outputSchema] = [input, output].map((schema) => z.toJSONSchema(schema));
  // the type of zod is wider: here it gives objects
  return { name, description, inputSchema, outputSchema } as Tool;
}

async function serveRequests(port: number, make: () => Server): Promise<void> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const node = await import('@modelcontextprotocol/node');
  const handler = node.toNodeHandler(createMcpHandler(make, { legacy: 'reject' }));
  const [hosts, origins] = [node.localhostHostValidation(), node.localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (hosts(request, response) && origins(request, response)) void handler(request, response);
  });
  await listening(server, port);
}

async function serveSessions(port: number, make: () => Server): Promise<void> {
  const node = await import('@modelcontextprotocol/node');
  const sessions = new Map<string, InstanceType<typeof node.NodeStreamableHTTPServerTransport>>();
  const [hosts, origins] = [node.localhostHostValidation(), node.localhostOriginValidation()];
  const server = createServer(async (request, response) => {
    if (!hosts(request, response) || !origins(request, response)) return;
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) {
      await known.handleRequest(request, response);
      return;
    }
    const transport = new node.NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await make().connect(transport);
    await transport.handleRequest(request, response);
  });
  await listening(server, port);
}
