import type { AgentOptions } from 'helve/agent';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { collect, lastToolResult, scriptedModel } from 'helve/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, httpFixture, keptLog, stdioFixture } from './client-kit.ts';
import type { McpHttpServer, McpStdioServer } from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';
import { answerSchemaOf, readElicitation, toAnswer } from './elicitation.ts';

const open: McpClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

/** An agent whose model calls one tool, and the same agent in another process. */
function bench(server: McpStdioServer | McpHttpServer, ...tools: readonly string[]) {
  const toolCalls = tools.map((name, at) => ({
    toolName: `fx_${name}`,
    input: {},
    toolCallId: `${name}-${at}`,
  }));
  const model = scriptedModel([{ toolCalls }, 'Done.']);
  const store = new MemoryStore();
  const agent = (options: Partial<AgentOptions> = {}): Agent => {
    const client = clientOf(server);
    open.push(client);
    return new Agent({
      id: 'a',
      model,
      store,
      logger: keptLog(),
      tools: () => client.tools(),
      ...options,
    });
  };
  const told = () => lastToolResult(model.requests.at(-1) ?? (model.requests[0] as never))?.output;
  return { model, store, agent, told };
}

describe.each<[string, () => McpStdioServer | McpHttpServer]>([
  ['of 2026 over HTTP', () => httpFixture()],
  ['of 2026, a program', () => stdioFixture],
  ['of 2025, a program', () => ({ ...stdioFixture, protocol: '2025' })],
])('a question of a server %s', (_what, server) => {
  test('suspends the run; its form is the schema of the answer', async () => {
    const { agent } = bench(server(), 'confirm');
    const run = await agent().generate('go');
    expect(run.finishReason).toBe('suspended');
    expect(run.waiting).toMatchObject([
      {
        kind: 'suspension',
        toolName: 'fx_confirm',
        payload: { server: 'fx', tool: 'confirm', message: 'Sure?', mode: 'form' },
        schema: { type: ['object', 'null'], required: ['sure'] },
      },
    ]);
  });

  test('is answered by resuming it; what the form fills in is filled in', async () => {
    const { agent, told } = bench(server(), 'confirm');
    const desk = agent();
    const { runId } = await desk.generate('go');
    expect((await desk.resumeGenerate({ sure: true }, { runId })).text).toBe('Done.');
    expect(told()).toEqual({ type: 'text', value: 'confirmed by me' });
  });

  test('refuses an answer that does not fit, and goes on waiting', async () => {
    const { agent, told } = bench(server(), 'confirm');
    const desk = agent();
    const { runId } = await desk.generate('go');
    const refused = desk.resumeGenerate({ sure: 'perhaps' }, { runId });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_DECISION' });
    await desk.resumeGenerate({ sure: true, by: 'Ada' }, { runId });
    expect(told()).toEqual({ type: 'text', value: 'confirmed by Ada' });
  });

  test('may go without an answer: the server is told so, and goes on', async () => {
    const { agent, told } = bench(server(), 'confirm');
    const desk = agent();
    const { runId } = await desk.generate('go');
    await desk.resumeGenerate(null, { runId });
    expect(told()).toEqual({ type: 'text', value: 'not confirmed' });
  });

  test('ends with the call where that is declined', async () => {
    const { agent, told } = bench(server(), 'confirm');
    const desk = agent();
    const { runId, waiting } = await desk.generate('go');
    const toolCallId = String(waiting[0]?.toolCallId);
    await desk.declineToolCallGenerate({ runId, toolCallId });
    expect(told()).toMatchObject({ type: expect.stringMatching(/denied/) });
  });

  test('may be one of two, each asked on its own', async () => {
    const { agent, told } = bench(server(), 'confirm_twice');
    const desk = agent();
    const first = await desk.generate('go');
    expect(first.waiting).toMatchObject([{ payload: { message: 'A?' } }]);
    const second = await desk.resumeGenerate({ sure: true }, { runId: first.runId });
    expect(second.waiting).toMatchObject([{ payload: { message: 'B?' } }]);
    await desk.resumeGenerate({ sure: false }, { runId: first.runId });
    expect(told()).toEqual({ type: 'text', value: '[true,false]' });
  });
});

describe('a server of 2026 holds nothing while it asks', () => {
  test('so the answer may come in another process, with the state that the server gave', async () => {
    const fixture = httpFixture();
    const { agent, told } = bench(fixture, 'confirm');
    const { runId } = await agent().generate('go');
    await agent().resumeGenerate({ sure: true }, { runId });
    expect(told()).toEqual({ type: 'text', value: 'confirmed by me' });
    const bodies = await Promise.all(fixture.requests.map((request) => request.text()));
    const again = bodies.flatMap((body) =>
      body.includes('inputResponses') ? [JSON.parse(body)] : [],
    );
    expect(again).toMatchObject([{ params: { requestState: 'server-secret-state' } }]);
  });

  test('and neither model nor screen nor transcript sees that state', async () => {
    const { agent, model } = bench(httpFixture(), 'confirm');
    const desk = agent({ autoResumeSuspendedTools: true });
    const memory = { thread: 't' };
    const stream = await desk.stream('go', { memory });
    const shown = await collect(stream.displayStream);
    const asked = shown.find((chunk) => chunk.type === 'tool-call-suspended');
    expect(asked?.payload).toMatchObject({ suspendPayload: { message: 'Sure?' } });
    expect(JSON.stringify(shown)).not.toContain('server-secret-state');
    await desk.resumeGenerate({ sure: true }, { runId: stream.runId });
    expect(JSON.stringify(model.requests)).not.toContain('server-secret-state');
    const messages = await desk.listMessages({ threadId: 't' });
    expect(JSON.stringify(messages)).not.toContain('server-secret-state');
  });
});

describe('a server of 2025 holds the call while it asks', () => {
  const server = { ...stdioFixture, protocol: '2025' } as const;

  test('so an answer in another process ends the call, with a clear error', async () => {
    const { agent, told } = bench(server, 'confirm');
    const { runId } = await agent().generate('go');
    expect((await agent().resumeGenerate({ sure: true }, { runId })).text).toBe('Done.');
    expect(told()).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('no longer waits for this answer'),
    });
  });

  test('and not for ever', async () => {
    const { agent, told } = bench({ ...server, questionTimeoutMs: 20 }, 'confirm');
    const desk = agent();
    const { runId } = await desk.generate('go');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await desk.resumeGenerate({ sure: true }, { runId });
    expect(told()).toMatchObject({ value: expect.stringContaining('took too long') });
  });

  test('two calls of one run are both asked', async () => {
    const { agent, model } = bench(server, 'confirm', 'confirm');
    const desk = agent();
    const run = await desk.generate('go');
    const { runId } = run;
    expect(run.waiting).toHaveLength(2);
    const [first, second] = run.waiting.map(({ toolCallId }) => toolCallId);
    await desk.resumeGenerate({ sure: true, by: '1' }, { runId, toolCallId: String(first) });
    await desk.resumeGenerate({ sure: true, by: '2' }, { runId, toolCallId: String(second) });
    const said = JSON.stringify(model.requests.at(-1)?.prompt);
    expect(said).toContain('confirmed by 1');
    expect(said).toContain('confirmed by 2');
  });

  test('and nobody is asked where it cannot be told who is meant', async () => {
    const client = clientOf(server);
    open.push(client);
    const tools = await client.tools();
    const agentFor = (id: string) => {
      const call = { toolCalls: [{ toolName: 'fx_confirm', input: {} }] };
      return new Agent({ id, model: scriptedModel([call, 'Done.']), tools });
    };
    // The call of another run is under way.
    const stop = new AbortController();
    const hanging = tools['fx_hang']?.run({}, { abortSignal: stop.signal, runId: 'other' });
    hanging?.catch(() => undefined);
    const run = await agentFor('a').generate('go');
    expect(run.waiting).toEqual([]);
    expect(run.toolResults).toMatchObject([{ result: { content: [{ text: 'not confirmed' }] } }]);
    expect(client.log.lines.map(({ message }) => message).join()).toContain(
      '2 calls are under way',
    );
    stop.abort();
  });
});

test('a handler answers at once, and where it does not, the run is suspended', async () => {
  const onElicitation = vi.fn(({ message }: { readonly message: string }) =>
    message === 'Sure?' ? ({ action: 'accept', content: { sure: true } } as const) : undefined,
  );
  const client = clientOf(httpFixture(), { onElicitation });
  const tools = await client.tools();
  expect(await tools['fx_confirm']?.run({})).toMatchObject({
    content: [{ text: 'confirmed by me' }],
  });
  expect(onElicitation).toHaveBeenCalledWith(
    expect.objectContaining({ server: 'fx', tool: 'confirm', message: 'Sure?' }),
  );
  await expect(tools['fx_confirm_twice']?.run({})).rejects.toMatchObject({
    code: 'SUSPEND_UNAVAILABLE',
  });
});

test('a handler that throws ends the call, and the server is not kept waiting', async () => {
  const onElicitation = () => {
    throw new Error('no screen');
  };
  const client = clientOf({ ...stdioFixture, protocol: '2025' }, { onElicitation });
  open.push(client);
  const tools = await client.tools();
  await expect(tools['fx_confirm']?.run({})).rejects.toThrow('no screen');
  expect(await tools['fx_echo']?.run({ text: 'next' })).toMatchObject({
    content: [{ text: 'next' }],
  });
});

test.each([
  [{ message: 'Go there', mode: 'url', url: 'https://example.com' }, {}, { action: 'accept' }],
  [{ message: 'Go there', mode: 'url', url: 'https://example.com' }, null, { action: 'decline' }],
  [
    { message: 'Form', requestedSchema: { type: 'object', properties: {} } },
    { a: 1 },
    { action: 'accept', content: { a: 1 } },
  ],
])('a question %j, answered with %j', (params, data, answer) => {
  const elicitation = readElicitation(params);
  expect(elicitation && toAnswer(elicitation, data)).toEqual(answer);
});

test.each([
  [{}],
  [{ message: 'No form' }],
  [{ message: 'Odd form', requestedSchema: { type: 'array' } }],
  [{ message: 'No address', mode: 'url', url: 'not an address' }],
])('what no person could answer is no question: %j', (params) => {
  expect(readElicitation(params)).toBeUndefined();
});

test('a hostile pattern in a form holds nobody up who answers it', () => {
  const schema = answerSchemaOf({
    type: 'object',
    properties: { name: { type: 'string', pattern: '^(a+)+$' } },
  });
  const name = `${'a'.repeat(60)}!`;
  expect(schema['~standard'].validate({ name })).toEqual({ value: { name } });
});
