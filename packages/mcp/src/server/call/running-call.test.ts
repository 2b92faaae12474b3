import { connect as connectTo } from 'node:net';
import { createTool } from 'helve';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { connect, ERAS, rawRequest, serverOf, textOf } from '../server-kit.ts';

describe.each(ERAS)('a client of %s', (era) => {
  test('hears how far a tool has got, by its own count and by what it writes', async () => {
    const copy = createTool({
      id: 'copy',
      execute: async (_input, { mcp, writer }) => {
        await mcp?.progress({ progress: 1, total: 3, message: 'one' });
        await writer.write({ message: 'still at it' });
        await writer.custom({ type: 'data-file', data: { name: 'a' } });
        await mcp?.progress({ progress: 3, total: 3 });
        await mcp?.progress({ progress: 2, total: 3, message: 'going back' });
        return 'copied';
      },
    });
    const client = await connect(serverOf({ copy }), { era });
    const updates: { readonly progress: number }[] = [];
    await client.callTool({ name: 'copy' }, { onprogress: (update) => updates.push(update) });
    expect(updates).toMatchObject([
      { progress: 1, total: 3, message: 'one' },
      { message: 'still at it' },
      { message: '{"type":"data-file","data":{"name":"a"}}' },
      { progress: 3, total: 3 },
    ]);
    const counts = updates.map(({ progress }) => progress);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  });

  test('that cancels a call aborts the tool', async () => {
    const begun = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const wait = createTool({
      id: 'wait',
      execute: async (_input, { abortSignal }) => {
        abortSignal.addEventListener('abort', () => aborted.resolve());
        begun.resolve();
        await aborted.promise;
      },
    });
    const client = await connect(serverOf({ wait }), { era });
    const controller = new AbortController();
    const calling = client.callTool({ name: 'wait' }, { signal: controller.signal });
    await begun.promise;
    controller.abort();
    await expect(calling).rejects.toThrow();
    await aborted.promise;
  });

  test('waits for a tool that may run in the background, and gets its output', async () => {
    const later = createTool({
      id: 'later',
      background: { enabled: true },
      execute: async (_input, context) => {
        expect('background' in context).toBe(false);
        return 'done';
      },
    });
    const client = await connect(serverOf({ later }), { era });
    expect(textOf(await client.callTool({ name: 'later' }))).toBe('done');
  });

  test('that goes on after a call that never ends is answered in time', async () => {
    const hang = createTool({ id: 'hang', execute: () => new Promise(() => {}) });
    const client = await connect(serverOf({ hang }, { limits: { callMs: 20 } }), { era });
    const result = await client.callTool({ name: 'hang' });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('did not finish within 20 ms. Its effects may still occur');
  });
});

test('a client hears what a tool logs, at the level it asked for', async () => {
  const talk = createTool({
    id: 'talk',
    execute: async (_input, { mcp }) => {
      await mcp?.log('debug', 'too fine');
      await mcp?.log('warning', 'careful', { at: new Date(0) });
    },
  });
  const client = await connect(serverOf({ talk }), { era: '2025-11-25' });
  const logged: unknown[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => {
    logged.push(params);
  });
  await client.setLoggingLevel('info');
  await client.callTool({ name: 'talk' });
  expect(logged).toEqual([
    {
      level: 'warning',
      logger: 'talk',
      data: { message: 'careful', data: { at: '1970-01-01T00:00:00.000Z' } },
    },
  ]);
});

test('a tool that says more than a client reads is thinned out, and its last word arrives', async () => {
  const flood = createTool({
    id: 'flood',
    execute: async (_input, { mcp }) => {
      for (let progress = 1; progress <= 5000; progress += 1) await mcp?.progress({ progress });
      return 'done';
    },
  });
  const client = await connect(serverOf({ flood }));
  const updates: number[] = [];
  await client.callTool(
    { name: 'flood' },
    { onprogress: ({ progress }) => updates.push(progress) },
  );
  expect(updates.length).toBeLessThan(1000);
  expect(updates.at(-1)).toBe(5000);
});

test('a tool knows whose call it is, and hooks are told once, also of a call that waited', async () => {
  const told: string[] = [];
  const tool = createTool({
    id: 't',
    inputSchema: z.object({ n: z.number() }),
    requireApproval: true,
    resumeSchema: z.object({ ok: z.boolean() }),
    onInputStart: () => told.push('start'),
    onInputAvailable: () => told.push('available'),
    onOutput: () => told.push('output'),
    execute: async (_input, context) => {
      const { resumeData, suspend, idempotencyKey, runId, toolCallId } = context;
      expect('agent' in context).toBe(false);
      expect(context.mcp?.protocolVersion).toBe('2026-07-28');
      keys.push(`${idempotencyKey} ${runId} ${toolCallId}`);
      return resumeData ? 'done' : suspend();
    },
  });
  const keys: string[] = [];
  const client = await connect(serverOf({ tool }), {
    elicit: ({ message }) => ({
      action: 'accept',
      content: message.startsWith('May') ? { approve: true } : { ok: true },
    }),
  });
  expect(textOf(await client.callTool({ name: 'tool', arguments: { n: 1 } }))).toBe('done');
  expect(told).toEqual(['start', 'available', 'output']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a client that stops reading holds nobody up', async () => {
  const flood = createTool({
    id: 'flood',
    execute: async (_input, { mcp }) => {
      const message = 'x'.repeat(10_000);
      for (let progress = 1; progress <= 2000; progress += 1) {
        await mcp?.progress({ progress, message });
      }
      flooded.resolve();
      return 'done';
    },
  });
  const flooded = Promise.withResolvers<void>();
  const quick = createTool({ id: 'quick', execute: async () => 'still here' });
  const server = serverOf({ flood, quick });
  const { url, port } = await server.listen();
  const params = { name: 'flood', arguments: {}, _meta: { progressToken: 1 } };
  const request = rawRequest('tools/call', params, { headers: { 'mcp-name': 'flood' } });
  const body = await request.text();
  const deaf = connectTo(port, '127.0.0.1');
  deaf.pause();
  deaf.on('error', () => undefined);
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  deaf.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`,
  );
  await flooded.promise;
  const client = await connect({ fetch: (each) => fetch(new Request(url, each)) });
  expect(textOf(await client.callTool({ name: 'quick' }))).toBe('still here');
  deaf.destroy();
  expect(textOf(await client.callTool({ name: 'quick' }))).toBe('still here');
  await server.close();
});

test('a client that vanishes ends its call, and the server goes on', async () => {
  const begun = Promise.withResolvers<void>();
  const aborted = vi.fn();
  const ended = Promise.withResolvers<void>();
  const wait = createTool({
    id: 'wait',
    execute: async (_input, { abortSignal, writer }) => {
      begun.resolve();
      await new Promise<void>((resolve) => {
        abortSignal.addEventListener('abort', () => resolve());
      });
      aborted();
      await writer.write('to nobody');
      ended.resolve();
    },
  });
  const quick = createTool({ id: 'quick', execute: async () => 'still here' });
  const server = serverOf({ wait, quick });
  const { url } = await server.listen();
  const gone = new AbortController();
  const { headers, body, method } = rawRequest(
    'tools/call',
    { name: 'wait', arguments: {} },
    { headers: { 'mcp-name': 'wait' } },
  );
  const text = await new Response(body).text();
  const calling = fetch(url, { method, headers, body: text, signal: gone.signal });
  await begun.promise;
  gone.abort();
  await expect(calling).rejects.toThrow();
  await ended.promise;
  expect(aborted).toHaveBeenCalledOnce();
  const client = await connect({ fetch: (request) => fetch(new Request(url, request)) });
  expect(textOf(await client.callTool({ name: 'quick' }))).toBe('still here');
  await server.close();
});
