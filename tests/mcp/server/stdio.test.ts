import { afterEach, expect, test } from 'vitest';
import { StdioProcess } from './stdio-process.ts';

const started: StdioProcess[] = [];

function start(): Promise<StdioProcess> {
  const server = new StdioProcess();
  started.push(server);
  return server.open();
}

afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

test('nothing but messages is on standard output, whatever tools print', async () => {
  const server = await start();
  const { result } = await server.request('tools/call', { name: 'noisy' });
  expect(result).toMatchObject({ content: [{ text: 'printed' }] });
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(server.lines.join()).not.toContain('evil');
  await server.printed('neither is this');
  expect(server.errors).toContain('not a message');
});

test('a client that closes standard input ends the process, and its calls are aborted', async () => {
  const server = await start();
  const calling = server.send('tools/call', { name: 'hang', _meta: { progressToken: 1 } });
  expect(calling).toBe(2);
  await server.request('tools/list');
  server.child.stdin.end();
  expect(await server.exited).toBe(0);
  expect(server.errors).toContain('hang was aborted');
});

test('a client that is gone does not crash the process', async () => {
  const server = await start();
  server.child.stdout.destroy();
  server.send('tools/call', { name: 'flood', _meta: { progressToken: 1 } });
  server.send('tools/call', { name: 'find', arguments: { id: 'o-1' } });
  await server.exited.then((code) => expect(code).toBe(0));
  expect(server.errors).not.toContain('EPIPE');
});

test.each([
  ['no JSON', 'hello\n'],
  ['no message', '{"a":1}\n[]\nnull\n'],
  ['a message that is nested ten thousand levels deep', deepCall()],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}\n'],
])('a client that sends %s can go on', async (_what, text) => {
  const server = await start();
  server.write(text);
  const { result } = await server.request('tools/call', { name: 'find', arguments: { id: 'o-1' } });
  expect(result).toMatchObject({ structuredContent: { id: 'o-1', total: 12 } });
});

test('a line that does not end is not kept for ever', async () => {
  const server = await start();
  const chunk = 'x'.repeat(1024 * 1024);
  for (let megabyte = 0; megabyte < 100; megabyte += 1) server.write(chunk);
  await server.exited;
  expect(server.errors).not.toContain('heap out of memory');
});

test('a client that stops reading gets everything that counts when it reads again', async () => {
  const server = new StdioProcess();
  started.push(server);
  await server.open();
  server.child.stdout.pause();
  const calling = server.request('tools/call', { name: 'flood', _meta: { progressToken: 1 } });
  server.child.stdout.resume();
  const { result } = await calling;
  expect(JSON.stringify(result).length).toBeGreaterThan(1_000_000);
  // two thousand updates of ten kilobytes were made
  expect(server.lines.length).toBeLessThan(1000);
});

test('a tool that throws ends its call alone', async () => {
  const server = await start();
  const { result } = await server.request('tools/call', { name: 'crash' });
  expect(result).toMatchObject({ isError: true, content: [{ text: 'broken' }] });
  expect((await server.request('tools/list')).result).toBeDefined();
});

function deepCall(): string {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  return `{"jsonrpc":"2.0","id":"deep","method":"tools/call","params":{"name":"find","arguments":{"a":${deep}}}}\n`;
}
