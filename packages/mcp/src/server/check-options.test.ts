import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { describe, expect, test } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';
import { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
import { connect, serverOf } from './server-kit.ts';

const tool = createTool({ id: 't', execute: async () => 1 });

test.each([
  ['name', ''],
  ['version', undefined],
  ['tools', [tool]],
  ['agents', 'support'],
  ['approval', 'elict'],
  ['approval', true],
  ['requireToolApproval', 'destructiv'],
  ['allowedHosts', 'example.com'],
  ['allowedHosts', ['https://example.com']],
  ['allowedHosts', ['example.com:8443']],
  ['allowedHosts', ['*']],
  ['allowedOrigins', ['https://example.com']],
  ['decisionTimeoutMs', 0],
  ['beforeToolCall', {}],
  ['requestContext', { user: 'ada' }],
  ['principal', 'ada'],
  ['extend', true],
  ['state', 'secret'],
  ['auth', 'token'],
])('an option that is none is refused, and the message says which: %s = %j', (key, value) => {
  const making = () => serverOf({ tool }, { [key]: value });
  expect(making).toThrow(`createMcpServer(): ${key} takes`);
  expect(making).toThrow(InvalidMcpServerError);
});

test.each([
  ['state.key', { state: { key: 7 } }],
  ['state.used', { state: { used: new Set() } }],
  ['state.ttlMs', { state: { ttlMs: -1 } }],
  ['auth.authorizationServers', { auth: { resource: 'https://a.example/mcp' } }],
  ['auth.authorizationServers', { auth: { authorizationServers: 'https://b.example' } }],
  ['auth.authorizationServers', { auth: { authorizationServers: ['b.example'] } }],
  ['auth.verifyToken', { auth: { authorizationServers: ['https://b.example'] } }],
])('a part of one is refused likewise: %s', (key, options) => {
  expect(() => serverOf({ tool }, options as never)).toThrow(`createMcpServer(): ${key} takes`);
});

test('a server of nothing says what it takes', () => {
  const create = createMcpServer as (options?: unknown) => unknown;
  expect(() => create()).toThrow('createMcpServer(): it takes { name, version, tools }');
});

test.each([undefined, { tool }, { tools: [tool] }])(
  'other tools than setTools() takes leave those that are there: %j',
  async (set) => {
    const server = serverOf({ tool });
    expect(() => server.setTools(set as never)).toThrow(InvalidMcpServerError);
    const { tools } = await (await connect(server)).listTools();
    expect(tools).toMatchObject([{ name: 'tool' }]);
  },
);

test('an agent does not take the place of a tool', () => {
  const agent = new Agent({ id: 'x', model: scriptedModel([]) });
  const making = () => serverOf({ 'agent-x': tool }, { agents: { x: agent } });
  expect(making).toThrow('tools["agent-x"] has the name');
});

test.each(['bodyBytes', 'callMs', 'sessions'])('a limit is a number above zero: %s', (key) => {
  expect(() => serverOf({ tool }, { limits: { [key]: -1 } })).toThrow(`limits.${key}`);
  expect(() => serverOf({ tool }, { limits: { [key]: Number.NaN } })).toThrow(`limits.${key}`);
});

describe('the key of a tool', () => {
  test.each(['', 'a b', 'a/b', 'x'.repeat(129), 'helve_answer'])('is not %j', (name) => {
    expect(() => serverOf({ [name]: tool })).toThrow(JSON.stringify(name).slice(0, 20));
  });

  test.each(['a', 'files.read', 'A-b_c', 'x'.repeat(128)])('may be %j', (name) => {
    expect(() => serverOf({ [name]: tool })).not.toThrow();
  });
});

test('what is no tool is refused by its name', () => {
  // as a program without types may do
  const tools = { odd: {} } as unknown as { odd: typeof tool };
  expect(() => serverOf(tools)).toThrow('tools.odd is not a tool');
});
