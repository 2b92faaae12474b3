import { createServer } from 'node:http';
import { listening } from './listening.ts';
import type { ServerContender } from './server-contender.ts';

export const serverContender: ServerContender = {
  cannot: { '2025-11-25': 'version 2 speaks 2026-07-28 only; its migration guide says so' },
  validates: true,
  does:
    '`MCPServer` on version 2.0.0 of the SDK: validates input and output, and opens a span of its ' +
    'own tracing around each request; over HTTP with the guards of its documentation',
  serve: async ({ transport, port, tools }) => {
    const [{ MCPServer }, { createTool }] = await Promise.all([
      import('@mastra/mcp'),
      import('@mastra/core/tools'),
    ]);
    const server = new MCPServer({
      id: 'bench',
      name: 'bench',
      version: '1.0.0',
      tools: Object.fromEntries(
        tools.map(({ name, description, input, output, execute }) => [
          name,
          createTool({
            id: name,
            description,
            inputSchema: input,
            outputSchema: output,
            execute: (given) => execute(given),
          }),
        ]),
      ),
    });
    if (transport === 'stdio') return server.startStdio();
    const options = {
      enableDnsRebindingProtection: true,
      allowedHosts: ['127.0.0.1', 'localhost'],
      allowedOrigins: ['http://127.0.0.1', 'http://localhost'],
    };
    const http = createServer((req, res) => {
      const url = new URL(req.url ?? '', `http://127.0.0.1:${port}`);
      void server.startHTTP({ url, httpPath: '/mcp', req, res, options });
    });
    return listening(http, port);
  },
};
