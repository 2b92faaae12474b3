import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// A program that speaks just enough of the 2025 revision, and then misbehaves. Each start and each
// call is noted in the file of the first argument.

const [, , notes = '/dev/null', mode = ''] = process.argv;
const note = (text: string): void => appendFileSync(notes, `${text}\n`);
/** Stands for an object of ten thousand levels, which `JSON.stringify` does not get through either. */
const DEEP = '[deep]';
const deepText = `${'{"a":'.repeat(10_000)}{}${'}'.repeat(10_000)}`;
const send = (message: object): void => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`${text.replaceAll(JSON.stringify(DEEP), deepText)}\n`);
};
const schema = { type: 'object' };

const odd = [
  { name: 'array_root', inputSchema: { type: 'array' } },
  { name: 'no_schema' },
  { inputSchema: schema },
  'not an object',
  {
    name: 'broken_schema',
    inputSchema: { type: 'object', properties: { a: { type: 'nonsense' } } },
  },
  { name: 'remote_ref', inputSchema: { type: 'object', $ref: 'https://example.com/schema.json' } },
  { name: 'odd_hints', inputSchema: schema, annotations: { readOnlyHint: 'yes', title: 7 } },
  { name: 'odd_output', inputSchema: schema, outputSchema: { type: 'array' } },
  { name: 'remote_output', inputSchema: schema, outputSchema: { $ref: 'https://example.com/o' } },
  { name: 'no_type', inputSchema: { properties: { a: { type: 'string' } } } },
  { name: 'call', inputSchema: { type: 'object', properties: { twin: {} } } },
  { name: 'deep_hints', inputSchema: schema, _meta: DEEP },
  { name: 'deep_schema', inputSchema: { type: 'object', properties: DEEP } },
];
const tools = [
  { name: 'call', inputSchema: schema },
  { name: 'safe', inputSchema: schema, annotations: { idempotentHint: true } },
  ...(mode === 'odd-list' ? odd : []),
];

note('start');
if (mode === 'slow-start') await new Promise((resolve) => setTimeout(resolve, 600));
if (mode === 'exit') process.exit(7);
if (mode === 'complain') {
  process.stderr.write('cannot find the licence key\n');
  process.exit(1);
}

function answer(id: unknown, method: string, params: { readonly name?: string }): void {
  if (method === 'initialize') {
    if (mode === 'mute') return;
    const serverInfo = { name: 'rude', version: '1' };
    const capabilities = { tools: {} };
    send({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo } });
    return;
  }
  if (method === 'tools/list') {
    send({ id, result: { tools } });
    return;
  }
  if (method !== 'tools/call') {
    send({ id, error: { code: -32601, message: `no ${method}` } });
    return;
  }
  note(`call ${String(params.name)}`);
  if (mode === 'die') process.exit(1);
  const result = { content: [{ type: 'text', text: 'fine' }] };
  switch (mode) {
    case 'garbage':
      process.stdout.write('Hello! Listening…\n{"half": \n\u0000\n[1,2\n');
      send({ id: 999_999, result: {} });
      send({ id, result });
      return;
    case 'silent':
      return;
    case 'huge': {
      const megabyte = 'x'.repeat(1024 * 1024);
      process.stdout.write(`{"jsonrpc":"2.0","id":${String(id)},"result":{"text":"`);
      for (let count = 0; count < 100; count += 1) process.stdout.write(megabyte);
      process.stdout.write('"}}\n');
      return;
    }
    case 'no-result':
      send({ id, result: { content: 'nothing of the kind', isError: 'maybe' } });
      return;
    case 'deep': {
      const block = { type: 'text', text: 'deep', _meta: DEEP };
      send({
        id,
        result: { content: [...result.content, block], structuredContent: DEEP, _meta: DEEP },
      });
      return;
    }
    case 'deep-rest':
      if (params.name === 'safe') send({ id, result });
      else send({ id, result: { ...result, more: DEEP } });
      return;
    case 'odd-content':
      send({
        id,
        result: {
          content: [{ type: 'hologram' }, 7, { type: 'image', data: '%%%', mimeType: 'a' }],
        },
      });
      return;
    default:
      send({ id, result });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  // Written by a client of this package.
  const { id, method, params = {} } = JSON.parse(line) as Parameters<typeof read>[0];
  read({ id, method, params });
});

function read({
  id,
  method,
  params,
}: {
  readonly id?: unknown;
  readonly method: string;
  readonly params: { readonly name?: string };
}): void {
  if (id === undefined) note(method);
  else answer(id, method, params);
}
