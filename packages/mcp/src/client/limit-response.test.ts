import { expect, test, vi } from 'vitest';
import { limitResponse } from './limit-response.ts';

const MAX = 1_000;
const encoder = new TextEncoder();

function answering(type: string, chunks: readonly string[]) {
  const onTooLarge = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const fetch = async () => new Response(body, { headers: { 'content-type': type } });
  const limited = limitResponse(fetch, MAX, onTooLarge);
  return { onTooLarge, read: async () => (await limited('http://x.test')).text() };
}

test('a body within the limit comes as it is', async () => {
  const { read, onTooLarge } = answering('application/json', ['x'.repeat(500), 'y'.repeat(500)]);
  expect(await read()).toHaveLength(MAX);
  expect(onTooLarge).not.toHaveBeenCalled();
});

test('a body beyond it breaks off, however it is cut', async () => {
  const { read, onTooLarge } = answering('application/json', Array(100).fill('x'.repeat(20)));
  await expect(read()).rejects.toThrow('1000 bytes');
  expect(onTooLarge).toHaveBeenCalledOnce();
});

test.each([
  ['line feeds', '\n'],
  ['returns and line feeds', '\r\n'],
])('a stream of events may go on for ever, as long as each is small: %s', async (_what, end) => {
  const event = `event: message${end}data: ${'x'.repeat(300)}${end}${end}`;
  const { read, onTooLarge } = answering('text/event-stream', Array(50).fill(event));
  expect(await read()).toHaveLength(event.length * 50);
  expect(onTooLarge).not.toHaveBeenCalled();
});

test('an event that is too large ends the stream', async () => {
  const chunks = ['data: a\n\ndata: ', ...Array(20).fill(`${'x'.repeat(80)}\n`)];
  const { read, onTooLarge } = answering('text/event-stream', chunks);
  await expect(read()).rejects.toThrow('1000 bytes');
  expect(onTooLarge).toHaveBeenCalledOnce();
});

test('an answer without a body stays one', async () => {
  const fetch = async () => new Response(null, { status: 202 });
  const response = await limitResponse(fetch, MAX, () => undefined)('http://x.test');
  expect([response.status, response.body]).toEqual([202, null]);
});
