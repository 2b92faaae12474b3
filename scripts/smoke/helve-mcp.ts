// What is run with the packed package in an empty project: a tool that MCP clients call, ours too.
import { createMcpClient } from '@helve/mcp/client';
import { createMcpServer } from '@helve/mcp/server';
import { createTool, jsonSchema } from 'helve';
import { expectEqual } from './expect-equal.ts';
import { runSmoke } from './run-smoke.ts';

const greet = createTool({
  id: 'greet',
  inputSchema: jsonSchema<{ name: string }>({
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  }),
  requireApproval: true,
  execute: async ({ name }) => `Hello ${name}`,
});

const server = createMcpServer({ name: 'smoke', version: '1.0.0', tools: { greet } });

type Result = Readonly<Record<string, unknown>>;

async function call(params: Result): Promise<Result> {
  const prefix = 'io.modelcontextprotocol/';
  const _meta = {
    [`${prefix}protocolVersion`]: '2026-07-28',
    [`${prefix}clientInfo`]: { name: 'smoke', version: '1' },
    [`${prefix}clientCapabilities`]: { elicitation: { form: {} } },
  };
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'greet', arguments: { name: 'Ada' }, ...params, _meta },
  };
  const response = await server.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'greet',
      },
      body: JSON.stringify(request),
    }),
  );
  // what a JSON-RPC server answers
  return ((await response.json()) as { readonly result: Result }).result;
}

await runSmoke({
  'a call waits to be approved, and runs then': async () => {
    const asked = await call({});
    expectEqual(asked['resultType'], 'input_required');
    const { requestState } = asked;
    const inputResponses = { approval: { action: 'accept', content: { approve: true } } };
    const { content } = await call({ requestState, inputResponses });
    expectEqual(content, [{ type: 'text', text: 'Hello Ada' }]);
  },

  'a client has its tools': async () => {
    const fetch = (url: string | URL, init?: RequestInit) => server.fetch(new Request(url, init));
    const client = createMcpClient({
      servers: { shop: { url: 'http://localhost/mcp', fetch, trusted: true } },
      onElicitation: () => ({ action: 'accept', content: { approve: true } }),
    });
    try {
      const tools = await client.tools();
      expectEqual(Object.keys(tools), ['shop_greet']);
      const content = [{ type: 'text', text: 'Hello Bob' }];
      expectEqual(await tools['shop_greet']?.run({ name: 'Bob' }), { content });
    } finally {
      await client.close();
    }
  },

  'the server listens, and stops': async () => {
    const { url } = await server.listen();
    expectEqual((await fetch(url, { headers: { origin: 'https://evil.example' } })).status, 403);
    await server.close();
  },
});
