import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { acceptedContent, inputRequired, Server } from '@modelcontextprotocol/server';

// A server for tests, on the SDK's second line: it speaks both eras, over whatever it is served on.

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Args = Readonly<Record<string, unknown>>;
type Handler = (args: Args, context: ServerContext, server: Server) => unknown;

interface FixtureTool {
  readonly name: string;
  readonly description?: string;
  readonly annotations?: object;
  readonly inputSchema?: object;
  readonly outputSchema?: object;
  readonly handle: Handler;
}

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const weather = {
  type: 'object',
  properties: { celsius: { type: 'number' } },
  required: ['celsius'],
};
const yes = {
  type: 'object' as const,
  properties: {
    sure: { type: 'boolean' as const },
    by: { type: 'string' as const, default: 'me' },
  },
  required: ['sure'],
};

/** What tests look at in the server's own process. */
export interface FixtureState {
  readonly calls: string[];
  readonly cancelled: string[];
  extra: boolean;
  /** How long its list may be kept, of a server that announces no changes; else it announces them. */
  readonly ttlMs: number | undefined;
}

export function fixtureState(ttlMs?: number): FixtureState {
  return { calls: [], cancelled: [], extra: false, ttlMs };
}

const TOOLS: readonly FixtureTool[] = [
  {
    name: 'echo',
    description: 'Says it again.',
    annotations: { title: 'Echo', readOnlyHint: true, idempotentHint: true },
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    handle: ({ text }) => said(String(text)),
  },
  {
    name: 'weather',
    outputSchema: weather,
    handle: () => ({
      content: [{ type: 'text', text: 'It is warm.' }],
      structuredContent: { celsius: 21 },
    }),
  },
  {
    name: 'weather.wrong',
    outputSchema: weather,
    handle: () => ({
      content: [{ type: 'text', text: 'It is warm.' }],
      structuredContent: { celsius: 'warm' },
    }),
  },
  { name: 'weather_as_text', outputSchema: weather, handle: () => said('{"celsius":3}') },
  {
    name: 'media',
    handle: () => ({
      content: [
        { type: 'text', text: 'for both' },
        { type: 'text', text: 'for the user', annotations: { audience: ['user'] } },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'file:///a/b.txt', text: 'inside' } },
        {
          type: 'resource',
          resource: { uri: 'file:///a/c.pdf', blob: 'JVBE', mimeType: 'application/pdf' },
        },
        { type: 'resource_link', uri: 'https://example.com/d', name: 'd', description: 'a page' },
      ],
    }),
  },
  {
    name: 'fail',
    handle: () => ({
      isError: true,
      content: [
        { type: 'text', text: 'No such row.' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
      ],
      structuredContent: { secret: 'internal' },
    }),
  },
  {
    name: 'throw',
    handle: () => {
      throw new Error('internal detail');
    },
  },
  {
    name: 'hang',
    handle: (_args, { mcpReq }) =>
      new Promise((resolve) => {
        mcpReq.signal.addEventListener('abort', () => resolve(said('stopped')));
      }),
  },
  {
    name: 'steps',
    inputSchema: { type: 'object', properties: { ms: { type: 'number' } } },
    handle: async ({ ms }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (let progress = 1; progress <= 4; progress += 1) {
        await new Promise((resolve) => setTimeout(resolve, Number(ms)));
        if (progressToken === undefined) continue;
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 4 },
        });
      }
      return said('done');
    },
  },
  {
    name: 'confirm',
    handle: (_args, { mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'sure');
      const asked = mcpReq.inputResponses?.['sure'];
      if (!asked) {
        return inputRequired({
          inputRequests: { sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: yes }) },
          requestState: 'server-secret-state',
        });
      }
      return said(answer ? `confirmed by ${String(answer['by'])}` : 'not confirmed');
    },
  },
  {
    name: 'confirm_twice',
    handle: (_args, { mcpReq }) => {
      const first = acceptedContent(mcpReq.inputResponses, 'a');
      const second = acceptedContent(mcpReq.inputResponses, 'b');
      if (first && second) return said(JSON.stringify([first['sure'], second['sure']]));
      const elicit = (message: string) => inputRequired.elicit({ message, requestedSchema: yes });
      return inputRequired({ inputRequests: { a: elicit('A?'), b: elicit('B?') } });
    },
  },
  { name: 'env', handle: () => said(JSON.stringify(process.env)) },
  {
    name: 'grow',
    handle: async (_args, _context, server) => {
      await server.sendToolListChanged();
      return said('grown');
    },
  },
  {
    name: 'die',
    handle: () => {
      setImmediate(() => process.exit(3));
      return new Promise(() => undefined);
    },
  },
  {
    name: 'die_once',
    annotations: { idempotentHint: true },
    handle: () => {
      if (process.env['FIXTURE_MARK'] === undefined) return said('no mark');
      return said('unreachable');
    },
  },
];

/** A server of these tools. */
export function fixtureServer(state: FixtureState = fixtureState()): Server {
  const server = new Server(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: { tools: state.ttlMs === undefined ? { listChanged: true } : {} },
      ...(state.ttlMs === undefined
        ? {}
        : { cacheHints: { 'tools/list': { ttlMs: state.ttlMs } } }),
      instructions: 'Be kind to the fixture.',
    },
  );
  const all = (): readonly FixtureTool[] => [
    ...TOOLS,
    ...(state.extra ? [{ name: 'extra', handle: () => said('extra') }] : []),
  ];
  server.setRequestHandler('tools/list', () => ({
    tools: all().map(({ handle: _, inputSchema, ...rest }) => ({
      ...rest,
      inputSchema: { type: 'object' as const, ...inputSchema },
    })) as never,
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    state.calls.push(name);
    context.mcpReq.signal.addEventListener('abort', () => state.cancelled.push(name));
    if (name === 'grow') state.extra = true;
    const tool = all().find((each) => each.name === name);
    if (!tool) throw new Error(`Unknown tool ${name}`);
    return (await tool.handle(args, context, server)) as CallToolResult;
  });
  return server;
}
