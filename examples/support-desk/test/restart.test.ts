import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDeskFolder } from '../src/desk-folder.ts';
import { customerData, leaksIn, runDesk } from './run-desk.ts';
import { temporaryFile } from './temporary-file.ts';

const REFUND = 'Order 1042 arrived cracked. Refund it, please.';

test('a refund that waits is decided on by the next start', async () => {
  const first = await runDesk(['--later', '--question', REFUND]);
  assert.match(first.screen, /What waits for you is kept/);
  assert.equal(first.database.prepare('select * from refunds').all().length, 0);

  const second = await runDesk(['--yes', '--question', 'Refund it again.'], {}, first.desk);
  assert.match(second.screen, /refund {2}has waited since/);
  assert.match(second.screen, /Refund €48\.00 for order 1042\?/);
  assert.match(second.screen, /Done: €48\.00 goes back/);
  // and the conversation went on
  assert.match(second.screen, /Order 1042 has been refunded in full already\./);
  assert.equal(second.database.prepare('select * from refunds').all().length, 1);
});

test('a question that a tool asked is answered by the next start', async () => {
  const question = 'The customer of 1043 wants to send it back.';
  const { desk } = await runDesk(['--later', '--question', question]);
  const { database } = await runDesk(['--answer', 'they came chipped', '--no'], {}, desk);
  const [entry] = database.prepare('select reason from returns').all();
  assert.equal(entry?.['reason'], 'they came chipped');
});

test('what is kept while a refund waits names no customer', async () => {
  const { desk, database } = await runDesk(['--later', '--question', REFUND]);
  const kept = readdirSync(desk)
    .filter((name) => name.startsWith('runs.sqlite'))
    .map((name) => readFileSync(join(desk, name), 'latin1'))
    .join('\n');
  assert.ok(kept.includes('1042'));
  assert.deepEqual(leaksIn(kept, customerData(database)), []);
});

test('without a name, a desk takes over what a dead process left, and nothing of a living one', () => {
  const home = temporaryFile('desks');
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  for (const owner of [dead, process.ppid]) {
    mkdirSync(join(home, String(owner)), { recursive: true });
    writeFileSync(join(home, String(owner), 'owner'), String(owner));
  }
  const desk = openDeskFolder(undefined, home);
  assert.ok(desk.isInherited);
  assert.equal(readFileSync(join(desk.path, 'owner'), 'utf8'), String(dead));
  assert.deepEqual(readdirSync(home).sort(), [process.pid, process.ppid].map(String).sort());

  desk.leave(true);
  assert.ok(readdirSync(home).includes(String(process.pid)));
  desk.leave(false);
  assert.deepEqual(readdirSync(home), [String(process.ppid)]);
});
