import { afterEach, expect, test, vi } from 'vitest';
import { clientOf, httpFixture } from './client-kit.ts';
import type { McpHttpServer } from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';

const open: McpClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

/** A server of 2026 whose first streams of news can be cut, and that refuses all others. */
function server(streams: number) {
  const fixture = httpFixture();
  const cut = new AbortController();
  const asked = vi.fn();
  const fetch: NonNullable<McpHttpServer['fetch']> = async (url, init) => {
    const isNews = String(init?.body).includes('subscriptions/listen');
    if (isNews) asked();
    if (isNews && asked.mock.calls.length > streams) return new Response('', { status: 503 });
    const response = await (fixture.fetch?.(url, init) ?? Response.error());
    if (!isNews) return response;
    const body = response.body?.pipeThrough(new TransformStream(), { signal: cut.signal });
    return new Response(body ?? null, response);
  };
  const client = clientOf({ ...fixture, fetch, refreshMs: 1 });
  open.push(client);
  return { fixture, client, cut, asked };
}

test('a server that promises news of its tools and refuses to tell them is asked again', async () => {
  const { fixture, client } = server(0);
  expect(Object.keys(await client.tools())).not.toContain('fx_extra');
  fixture.state.extra = true;
  await vi.waitFor(async () => expect(Object.keys(await client.tools())).toContain('fx_extra'));
});

test('so is one that tells none any more', async () => {
  const { fixture, client, cut, asked } = server(1);
  await client.tools();
  cut.abort();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 4_000 });
  fixture.state.extra = true;
  await vi.waitFor(async () => expect(Object.keys(await client.tools())).toContain('fx_extra'));
});
