import type { McpHttpServer } from '@helve/mcp/client';
import { createMcpClient } from '@helve/mcp/client';
import type { McpServer } from '@helve/mcp/server';
import { createMcpServer } from '@helve/mcp/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Tool } from 'helve';
import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { lastToolResult, recordingLogger, scriptedModel } from 'helve/testing';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { missingCorpora, readCorpora } from './corpora.ts';
import { expectSurvived } from './expect-survived.ts';

const url = 'http://127.0.0.1/mcp';

/** A server of ours, as one of a client of ours. */
function ours(server: McpServer): McpHttpServer & { readonly url: string } {
  return { url, fetch: (to, init) => server.fetch(new Request(to, init)) };
}

function serve(tools: Readonly<Record<string, Tool>>): McpServer {
  return createMcpServer({ name: 'ours', version: '1', tools, logger: recordingLogger() });
}

describe.skipIf(missingCorpora !== undefined)(
  `lists of public servers ${missingCorpora ?? ''}`,
  () => {
    test.each(readCorpora())(
      'of $server come out of our server as they went into our client',
      async ({ server, tools }) => {
        const client = createMcpClient({
          servers: { [server]: { command: 'never-started', trusted: true } },
          definitions: { version: 1, servers: { [server]: { tools } } } as never,
        });
        const published = ours(serve(await client.tools()));
        const reader = new Client(
          { name: 'reader', version: '1' },
          { versionNegotiation: { mode: 'auto' } },
        );
        await reader.connect(
          new StreamableHTTPClientTransport(
            new URL(url),
            published.fetch ? { fetch: published.fetch } : {},
          ),
        );
        const listed = new Map((await reader.listTools()).tools.map((tool) => [tool.name, tool]));
        expect(listed.size).toBe(tools.length);
        for (const before of tools) {
          const after = listed.get(`${server}_${before.name}`);
          if (!after) throw new Error(`${before.name} is not published`);
          expectSurvived(before, after as never);
        }
        await reader.close();
      },
    );
  },
);

describe.each(['2026', '2025'] as const)('our client and our server, %s', (protocol) => {
  const refund = createTool({
    id: 'refund',
    inputSchema: z.object({ amount: z.number() }),
    outputSchema: z.object({ refunded: z.number() }),
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ iban: z.string() }),
    toModelOutput: ({ refunded }) => `Refunded ${refunded}.`,
    mcp: { structuredOutput: true },
    execute: async ({ amount }, { resumeData, suspend }) =>
      resumeData ? { refunded: amount } : suspend({ question: 'To which account?' }),
  });
  const look = createTool({
    id: 'look',
    outputSchema: z.object({ n: z.number() }),
    execute: () => ({ n: 7 }),
  });

  async function tools(onElicitation?: () => undefined) {
    const server = ours(serve({ refund: refund as Tool, look: look as Tool }));
    const client = createMcpClient({
      servers: { shop: { ...server, protocol, trusted: true } },
      logger: recordingLogger(),
      ...(onElicitation ? { onElicitation } : {}),
    });
    return client.tools();
  }

  test('agree on what a tool gives to programs and to models', async () => {
    const found = await tools();
    const output = await found['shop_look']?.run({});
    expect(output).toEqual({ n: 7 });
    expect(found['shop_look']?.toModelOutput?.(output)).toEqual({ type: 'text', value: '{"n":7}' });
  });

  test('let a suspension of a tool there suspend the run here', async () => {
    const onElicitation = vi.fn(() => undefined);
    const call = { toolCalls: [{ toolName: 'shop_refund', input: { amount: 5 } }] };
    const model = scriptedModel([call, 'Done.']);
    const agent = new Agent({ id: 'a', model, tools: await tools(onElicitation) });
    const { runId, waiting } = await agent.generate('go');
    expect(waiting).toMatchObject([
      {
        kind: 'suspension',
        payload: { message: expect.stringContaining('To which account?') },
        schema: { required: ['iban'] },
      },
    ]);
    const { toolResults } = await agent.resumeGenerate({ iban: 'DE1' }, { runId });
    expect(toolResults).toMatchObject([{ result: { refunded: 5 } }]);
    const [, last] = model.requests;
    expect(last && lastToolResult(last)?.output).toEqual({ type: 'text', value: 'Refunded 5.' });
  });
});
