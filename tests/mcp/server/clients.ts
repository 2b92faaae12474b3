import { fileURLToPath } from 'node:url';
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** What a tool gave, as far as tests look. */
export interface Answer {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/** The least that all clients have in common. */
export interface TestClient {
  list(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** Where the server is: an address, or nothing for a process of its own on stdio. */
export type Where = string | undefined;

/** Answers for the user: says yes, and fills in every text with `Ada`. */
function answerFor(schema: unknown): {
  action: 'accept';
  content: Record<string, string | boolean>;
} {
  const properties = Object(Object(schema).properties);
  const content = Object.entries(properties).map(([name, field]): [string, string | boolean] => [
    name,
    Object(field).type === 'boolean' ? true : 'Ada',
  ]);
  return { action: 'accept', content: Object.fromEntries(content) };
}

const command = {
  command: process.execPath,
  args: [fileURLToPath(new URL('stdio-server.ts', import.meta.url))],
};

/** The SDK's second line. */
async function v2(where: Where, modern: boolean): Promise<TestClient> {
  const client = new Client(
    { name: 'v2', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      ...(modern ? { versionNegotiation: { mode: 'auto' } } : {}),
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) =>
    answerFor('requestedSchema' in params ? params.requestedSchema : {}),
  );
  await client.connect(
    where === undefined
      ? new StdioClientTransport({ ...command, stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(where)),
  );
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

/** The SDK's first line, which most hosts still use. */
async function v1(where: Where): Promise<TestClient> {
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
    answerFor('requestedSchema' in params ? params.requestedSchema : {}),
  );
  const transport =
    where === undefined
      ? new StdioTransportV1({ ...command, stderr: 'ignore' })
      : new HttpTransportV1(new URL(where));
  // the SDK's own type of its transport has no room for what may be `undefined` in it
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    // its type still knows results from before there were contents
    call: async (name, args = {}) =>
      Object(await client.callTool({ name, arguments: args })) as Answer,
    close: () => client.close(),
  };
}

/** The client of the AI SDK. */
async function aiSdk(where: Where): Promise<TestClient> {
  const client = await createMCPClient({
    transport:
      where === undefined
        ? new Experimental_StdioMCPTransport({ ...command, stderr: 'ignore' })
        : { type: 'http', url: where },
    capabilities: { elicitation: {} },
  });
  client.onElicitationRequest(ElicitationRequestSchema, ({ params }) =>
    answerFor(params.requestedSchema),
  );
  const tools = await client.tools();
  return {
    list: async () => Object.keys(tools),
    call: async (name, args = {}) => {
      const tool = tools[name];
      if (!tool) throw new Error(`no tool ${name}`);
      const answer: unknown = await tool.execute?.(args, {
        toolCallId: 'c-1',
        messages: [],
        context: undefined,
      });
      // what an MCP client gives is a tool's result
      return Object(answer) as Answer;
    },
    close: () => client.close(),
  };
}

/** Real clients, by name. */
export const clients = {
  'the SDK’s second line, stateless': (where: Where) => v2(where, true),
  'the SDK’s second line, with a session': (where: Where) => v2(where, false),
  'the SDK’s first line': v1,
  'the AI SDK’s client': aiSdk,
} as const;
