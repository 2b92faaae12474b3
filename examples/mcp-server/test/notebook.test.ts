import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const asked: string[] = [];
let answer: Record<string, string | boolean> = {};
let folder: string;
let client: Client;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notes-'));
  client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: answer };
  });
  // as a desktop client starts it
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, folder] }),
  );
});

after(async () => {
  await client.close();
  await rm(folder, { recursive: true });
});

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

test('a note is written and found again', async () => {
  assert.equal(await call('write_note', { name: 'tea', text: 'Buy tea.' }), 'Written as "tea".');
  assert.deepEqual(JSON.parse(await call('search_notes', { text: 'BUY' })), {
    notes: [{ name: 'tea', text: 'Buy tea.' }],
  });
});

test('the user is asked what becomes of a note that is there', async () => {
  answer = { choice: 'replace it' };
  await call('write_note', { name: 'tea', text: 'Buy green tea.' });
  assert.equal(asked.at(-1), 'There is a note "tea" already.');
  assert.match(await call('search_notes', {}), /Buy green tea/);
});

test('the user is asked before a note is thrown away', async () => {
  answer = { approve: false };
  assert.match(await call('throw_away_note', { name: 'tea' }), /The user declined/);
  assert.deepEqual(await readdir(folder), ['tea.txt']);
  answer = { approve: true };
  assert.equal(await call('throw_away_note', { name: 'tea' }), '"tea" is gone.');
  assert.deepEqual(await readdir(folder), []);
});

test('a name that is a path is refused', async () => {
  assert.match(await call('write_note', { name: '../../etc/x', text: '' }), /does not fit/);
});
