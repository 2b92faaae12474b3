import { Agent } from 'helve/agent';
import { collect, scriptedModel } from 'helve/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, httpFixture, stdioFixture } from './client-kit.ts';
import type { McpHttpServer, McpStdioServer } from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';
import { fixtureState } from './fixture-tools-kit.ts';

const open: McpClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

function kept<T extends McpClient>(client: T): T {
  open.push(client);
  return client;
}

async function toolOf(server: McpStdioServer | McpHttpServer, name: string, options: object = {}) {
  const tools = await kept(clientOf({ ...server, ...options })).tools();
  const tool = tools[`fx_${name}`];
  if (!tool) throw new Error(`no ${name}`);
  return tool;
}

describe.each(['2025', '2026'] as const)('over HTTP, %s', (protocol) => {
  test('an abort is a cancellation at the server', async () => {
    const fixture = { ...httpFixture(), protocol };
    const hang = await toolOf(fixture, 'hang');
    const stop = new AbortController();
    const running = hang.run({}, { abortSignal: stop.signal }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(fixture.state.calls).toEqual(['hang']));
    stop.abort(new Error('enough'));
    expect(await running).toMatchObject({ message: 'enough' });
    // A stateless server of 2025 is another one for each request: a cancellation finds nothing there.
    if (protocol === '2026') {
      await vi.waitFor(() => expect(fixture.state.cancelled).toEqual(['hang']));
    }
  });

  test('time is up without a sign of life', async () => {
    const hang = await toolOf({ ...httpFixture(), protocol }, 'hang', { timeoutMs: 50 });
    await expect(hang.run({})).rejects.toMatchObject({ code: 'MCP_TIMEOUT', timeoutMs: 50 });
  });

  test('each sign of progress gives the call its time anew', async () => {
    const steps = await toolOf({ ...httpFixture(), protocol }, 'steps', { timeoutMs: 1_500 });
    // Four steps take longer than the limit; each takes less.
    expect(await steps.run({ ms: 450 })).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('but not without end', async () => {
    const limits = { timeoutMs: 60_000, maxTimeoutMs: 300 };
    const steps = await toolOf({ ...httpFixture(), protocol }, 'steps', limits);
    await expect(steps.run({ ms: 150 })).rejects.toMatchObject({ timeoutMs: 300 });
  });
});

test('a program is told that a call is cancelled', async () => {
  const client = kept(clientOf({ ...stdioFixture, protocol: '2025' }));
  const tools = await client.tools();
  const agent = new Agent({
    id: 'a',
    model: scriptedModel([{ toolCalls: [{ toolName: 'fx_hang', input: {} }] }]),
    tools,
  });
  const stop = new AbortController();
  const stream = await agent.stream('go', { abortSignal: stop.signal });
  for await (const chunk of stream.fullStream) {
    if (chunk.type === 'tool-call') setTimeout(() => stop.abort(), 200);
  }
  expect((await stream.toolResults)[0]).toMatchObject({ code: 'ABORTED' });
  // The program goes on, and answers.
  expect(await tools['fx_echo']?.run({ text: 'still there' })).toMatchObject({
    content: [{ text: 'still there' }],
  });
});

test('progress of a server is progress of the call', async () => {
  const steps = await toolOf(httpFixture(), 'steps');
  const agent = new Agent({
    id: 'a',
    model: scriptedModel([{ toolCalls: [{ toolName: 'steps', input: { ms: 1 } }] }, 'Done.']),
    tools: { steps },
  });
  const chunks = await collect((await agent.stream('go')).displayStream);
  const outputs = chunks.flatMap((chunk) =>
    chunk.type === 'tool-output' ? [chunk.payload.output] : [],
  );
  expect(outputs).toEqual([1, 2, 3, 4].map((progress) => ({ progress, total: 4 })));
});

test('a program gets the environment that every program needs, and what it is given', async () => {
  vi.stubEnv('SECRET_OF_THE_HOST', 'secret');
  const env = await toolOf({ ...stdioFixture, env: { GIVEN: 'yes' } }, 'env');
  const output = await env.run({});
  const seen = JSON.parse(String((output as { content: { text: string }[] }).content[0]?.text));
  expect(seen).toMatchObject({ GIVEN: 'yes', PATH: process.env['PATH'] });
  expect(seen).not.toHaveProperty('SECRET_OF_THE_HOST');
  vi.unstubAllEnvs();
});

describe('a server that changes its tools', () => {
  test.each([
    ['a program of 2025', { ...stdioFixture, protocol: '2025' } as const],
    ['a program of 2026', stdioFixture],
  ])('says so, and is asked again: %s', async (_what, server) => {
    const onToolsChanged = vi.fn();
    const client = kept(clientOf(server, { onToolsChanged }));
    const before = await client.tools();
    expect(Object.keys(before)).not.toContain('fx_extra');
    await before['fx_grow']?.run({});
    await vi.waitFor(() =>
      expect(onToolsChanged).toHaveBeenCalledWith({
        server: 'fx',
        added: ['extra'],
        removed: [],
        changed: [],
      }),
    );
    const after = await client.tools();
    expect(Object.keys(after)).toContain('fx_extra');
    // What has not changed is the same tool.
    expect(after['fx_echo']).toBe(before['fx_echo']);
  });

  test('says so over HTTP, also after the stream of its news was lost', async () => {
    const fixture = httpFixture();
    const streams: AbortController[] = [];
    const fetch: NonNullable<McpHttpServer['fetch']> = async (url, init) => {
      const response = await (fixture.fetch?.(url, init) ?? Response.error());
      if (!String(init?.body).includes('subscriptions/listen')) return response;
      const cut = new AbortController();
      streams.push(cut);
      const body = response.body?.pipeThrough(new TransformStream(), { signal: cut.signal });
      return new Response(body ?? null, response);
    };
    const onToolsChanged = vi.fn();
    const client = kept(clientOf({ ...fixture, fetch }, { onToolsChanged }));
    await client.tools();
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.abort();
    await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 4_000 });
    fixture.state.extra = true;
    fixture.announce();
    await vi.waitFor(() =>
      expect(onToolsChanged).toHaveBeenCalledWith(expect.objectContaining({ added: ['extra'] })),
    );
  });

  test('and says how long its list may be kept is asked again then, and not before', async () => {
    const fixture = httpFixture(fixtureState(60_000));
    const client = kept(clientOf({ ...fixture, refreshMs: 1 }));
    await client.tools();
    const lists = async () => {
      const bodies = await Promise.all(fixture.requests.splice(0).map((each) => each.text()));
      return bodies.filter((body) => body.includes('tools/list')).length;
    };
    expect(await lists()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await client.tools();
    expect(await lists()).toBe(0);
    const later = Date.now() + 60_001;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await client.tools();
    vi.restoreAllMocks();
    expect(await lists()).toBe(1);
  });

  test('and announces nothing is asked again when the list is old', async () => {
    const fixture = httpFixture();
    const client = kept(clientOf({ ...fixture, protocol: '2025', refreshMs: 1 }));
    await client.tools();
    fixture.state.extra = true;
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(Object.keys(await client.tools())).toContain('fx_extra');
  });

  test('is not asked as long as the list may be believed', async () => {
    const fixture = httpFixture();
    const client = kept(clientOf({ ...fixture, protocol: '2025' }));
    await client.tools();
    const before = fixture.requests.length;
    await client.tools();
    expect(fixture.requests).toHaveLength(before);
  });
});

test('one of several servers that cannot be reached costs the others nothing', async () => {
  const refused = async () => Promise.reject(new TypeError('fetch failed'));
  const client = kept(
    clientOf(httpFixture(), {
      servers: {
        fx: { ...httpFixture(), trusted: true },
        gone: { url: 'http://gone.test', fetch: refused },
      },
    }),
  );
  const tools = await client.tools();
  expect(Object.keys(tools)).toContain('fx_echo');
  expect(Object.keys(tools).filter((name) => name.startsWith('gone'))).toEqual([]);
  expect(client.log.lines.filter(({ level }) => level === 'error')).not.toEqual([]);
});

test('credentials go along, and a refusal of them says what to do', async () => {
  const fixture = httpFixture();
  const guarded: NonNullable<McpHttpServer['fetch']> = async (url, init) => {
    const isKnown = new Headers(init?.headers).get('authorization') === 'Bearer right';
    return isKnown && fixture.fetch ? fixture.fetch(url, init) : new Response('', { status: 401 });
  };
  const right = kept(clientOf({ ...fixture, fetch: guarded, auth: async () => 'right' }));
  expect(Object.keys(await right.tools())).toContain('fx_echo');
  const wrong = kept(clientOf({ ...fixture, fetch: guarded, auth: 'wrong' }));
  await expect(wrong.definitions()).rejects.toMatchObject({
    code: 'MCP_UNAUTHORIZED',
    message: expect.not.stringContaining('wrong'),
  });
});

describe('over HTTP, where each request stands for itself', () => {
  /** The fixture, of which requests that hold a text come to nothing. */
  function failing(text: string, failure: () => Promise<Response>, times: number) {
    const fixture = httpFixture();
    const failed: string[] = [];
    const fetch: NonNullable<McpHttpServer['fetch']> = async (url, init) => {
      const body = String(init?.body);
      if (!body.includes('tools/call') || !body.includes(text) || failed.length >= times) {
        return fixture.fetch?.(url, init) ?? Response.error();
      }
      failed.push(body);
      return failure();
    };
    return { ...fixture, fetch, failed };
  }

  const refuse = async (): Promise<never> => {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
  };
  const breakOff = async (): Promise<never> => {
    throw new TypeError('fetch failed', { cause: new Error('socket closed') });
  };

  test('one that breaks off fails its call only', async () => {
    const fixture = failing('weather', breakOff, 1);
    const tools = await kept(clientOf(fixture)).tools();
    const slow = tools['fx_steps']?.run({ ms: 20 });
    await expect(tools['fx_weather']?.run({})).rejects.toMatchObject({
      code: 'MCP_CONNECTION_LOST',
    });
    expect(await slow).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('one that never reached the server is made again, once', async () => {
    const fixture = failing('weather', refuse, 1);
    const tools = await kept(clientOf(fixture)).tools();
    expect(await tools['fx_weather']?.run({})).toEqual({ celsius: 21 });
    expect(fixture.failed).toHaveLength(1);
  });

  test('a server that is not there is said to be unreachable', async () => {
    const fixture = failing('weather', refuse, 9);
    const tools = await kept(clientOf(fixture)).tools();
    await expect(tools['fx_weather']?.run({})).rejects.toMatchObject({ code: 'MCP_UNREACHABLE' });
    expect(fixture.failed).toHaveLength(2);
  });

  test('one that breaks off is made again where a trusted tool bears it, and only there', async () => {
    const fixture = failing('echo', breakOff, 1);
    const tools = await kept(clientOf(fixture)).tools();
    expect(await tools['fx_echo']?.run({ text: 'hi' })).toMatchObject({
      content: [{ text: 'hi' }],
    });
    const again = failing('echo', breakOff, 1);
    const wary = await kept(clientOf({ ...again, trusted: false })).tools();
    await expect(wary['fx_echo']?.run({ text: 'hi' })).rejects.toMatchObject({
      code: 'MCP_CONNECTION_LOST',
    });
    expect(again.failed).toHaveLength(1);
  });
});
