import { Agent } from 'helve/agent';
import { lastToolResult, scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { clientOf, httpFixture } from './client-kit.ts';

const script = [{ toolCalls: [{ toolName: 'fx_echo', input: { text: 'hi' } }] }, 'Done.'];

test('each call of a server that nobody vouches for waits for approval, and then runs', async () => {
  const fixture = httpFixture();
  const client = clientOf({ ...fixture, trusted: false });
  const model = scriptedModel(script);
  const agent = new Agent({ id: 'a', model, tools: () => client.tools() });
  const first = await agent.generate('go');
  expect(first.waiting).toMatchObject([{ kind: 'approval', toolName: 'fx_echo' }]);
  expect(fixture.state.calls).toEqual([]);
  const { runId, toolCallId = '' } = first.waiting[0] ?? { runId: '' };
  const second = await agent.approveToolCallGenerate({ runId, toolCallId });
  expect(second.text).toBe('Done.');
  expect(fixture.state.calls).toEqual(['echo']);
});

test.each([
  [{ trusted: false }, 1],
  [{ trusted: false, alwaysAllow: ['echo'] }, 0],
  [{ trusted: ['echo'] }, 0],
  [{ trusted: ['media'] }, 1],
  [{ trusted: true }, 0],
])('with %j, calls that wait: %j', async (trust, waits) => {
  const client = clientOf({ ...httpFixture(), ...trust });
  const agent = new Agent({ id: 'a', model: scriptedModel(script), tools: await client.tools() });
  expect((await agent.generate('go')).waiting).toHaveLength(waits);
});

test.each([
  [{ trusted: false, alwaysAllow: ['echo'] }, 1],
  [{ trusted: true }, 0],
])(
  "'destructive' asks for a tool that says itself it only reads, with %j: %j",
  async (trust, waits) => {
    const client = clientOf({ ...httpFixture(), ...trust });
    const agent = new Agent({
      id: 'a',
      model: scriptedModel(script),
      tools: await client.tools(),
      requireToolApproval: 'destructive',
    });
    expect((await agent.generate('go')).waiting).toHaveLength(waits);
  },
);

test('hints of an untrusted server are shown and passed on as they are', async () => {
  const tools = await clientOf({ ...httpFixture(), trusted: false }).tools();
  expect(tools['fx_echo']?.mcp).toEqual({
    annotations: { title: 'Echo', readOnlyHint: true, idempotentHint: true },
    trusted: false,
  });
});

test('instructions of an untrusted server reach no model unless somebody says so', async () => {
  const told = (more: object) =>
    clientOf({ ...httpFixture(), trusted: false, ...more }).instructions();
  expect(await told({})).toBe('');
  expect(await told({ instructions: true })).toContain('Be kind');
});

test('the model is given the content that was made for it, and of a failure its words', async () => {
  const client = clientOf(httpFixture());
  const turn = (toolName: string) => ({ toolCalls: [{ toolName, input: {} }] });
  const model = scriptedModel([turn('fx_weather'), turn('fx_fail'), 'Done.']);
  const agent = new Agent({ id: 'a', model, tools: await client.tools() });
  const { toolResults } = await agent.generate('go');
  expect(toolResults).toMatchObject([{ result: { celsius: 21 } }, { code: 'TOOL_FAILED' }]);
  const told = model.requests.slice(1).map((request) => lastToolResult(request)?.output);
  expect(told).toMatchObject([
    { type: 'text', value: 'It is warm.' },
    { type: 'error-text', value: 'No such row.' },
  ]);
});

test('a server that sends its client elsewhere gets neither the call nor its credentials there', async () => {
  const fixture = httpFixture();
  const asked: string[] = [];
  const client = clientOf({
    ...fixture,
    auth: 'secret',
    fetch: async (url, init) => {
      const { hostname } = new URL(url);
      asked.push(hostname);
      const isCall = String(init?.body).includes('tools/call');
      const headers = { location: 'http://elsewhere.test/mcp' };
      if (isCall && hostname === 'fixture.test')
        return new Response(null, { status: 307, headers });
      return fixture.fetch?.(url, init) ?? Response.error();
    },
  });
  const tools = await client.tools();
  await expect(tools['fx_echo']?.run({ text: 'hi' })).rejects.toThrow();
  expect(asked).toContain('fixture.test');
  expect(asked).not.toContain('elsewhere.test');
});
