import type { ClientCapabilities, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Logger } from 'helve';
import type { McpServer } from './create-mcp-server.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { McpServerOptions } from './server-options.ts';

/** The two eras of the protocol, by what a client opens with. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const;

export type Era = (typeof ERAS)[number];

export type Elicit = (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

/** What a test's client can do. */
export interface ClientSettings {
  readonly era?: Era;
  /** Answers for the user; without it the client cannot ask. */
  readonly elicit?: Elicit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
}

/** A log that a test can read. */
export interface KeptLog extends Logger {
  readonly lines: string[];
}

function keptLog(): KeptLog {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (message: string, details?: Readonly<Record<string, unknown>>): void => {
      const error = details?.['error'];
      lines.push(`${level}: ${message} ${error instanceof Error ? error.message : ''}`);
    };
  return {
    lines,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}

/** A server with these tools. */
export function serverOf(
  tools: NonNullable<McpServerOptions['tools']>,
  options: Partial<McpServerOptions> = {},
): McpServer & { readonly log: KeptLog } {
  const log = keptLog();
  const server = createMcpServer({
    name: 'test',
    version: '1.0.0',
    logger: log,
    tools,
    ...options,
  });
  return { ...server, log };
}

/** A client of the official SDK, talking to the server within the process. */
export async function connect(
  server: Pick<McpServer, 'fetch'>,
  settings: ClientSettings = {},
): Promise<Client> {
  const client = createClient(settings);
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => server.fetch(new Request(url, init)),
    requestInit: { headers: { ...settings.headers } },
  });
  await client.connect(transport);
  return client;
}

/** The same client, before it is connected. */
function createClient({ era = '2026-07-28', elicit, capabilities = {} }: ClientSettings): Client {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities: elicit ? { elicitation: { form: {} }, ...capabilities } : capabilities,
      ...(era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {}),
    },
  );
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  return client;
}

/** What a result says in text. */
export function textOf(result: { readonly content?: unknown }): string {
  const { content } = result;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: { readonly type?: string; readonly text?: string }) =>
      block.type === 'text' ? block.text : `[${block.type}]`,
    )
    .join('\n');
}

/** What a raw call may carry beside a tool's name and arguments. */
export interface RawCall {
  readonly requestState?: string;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** A JSON-RPC answer. */
export interface RawAnswer {
  readonly status: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A call of 2026-07-28 as a hostile client may write it. */
export async function rawCall(
  server: Pick<McpServer, 'fetch'>,
  name: string,
  args: unknown,
  {
    requestState,
    inputResponses,
    headers,
    capabilities = { elicitation: { form: {} } },
  }: RawCall = {},
): Promise<RawAnswer> {
  const response = await server.fetch(
    rawRequest(
      'tools/call',
      {
        name,
        arguments: args,
        ...(requestState === undefined ? {} : { requestState }),
        ...(inputResponses === undefined ? {} : { inputResponses }),
      },
      { capabilities, headers: { 'mcp-name': name, ...headers } },
    ),
  );
  // what a JSON-RPC server answers is an object
  return { status: response.status, ...((await response.json()) as Omit<RawAnswer, 'status'>) };
}

/** A request of 2026-07-28. */
export function rawRequest(
  method: string,
  params: Readonly<Record<string, unknown>>,
  {
    capabilities = {},
    headers = {},
  }: {
    readonly capabilities?: Readonly<Record<string, unknown>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...Object(params['_meta']), ..._meta } },
    }),
  });
}
