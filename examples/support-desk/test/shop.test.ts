import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openShop } from '../src/database.ts';
import { refund } from '../src/tools/refund.ts';
import { runDesk } from './run-desk.ts';
import { temporaryFile } from './temporary-file.ts';

const data: string = join(import.meta.dirname, '../data');
const shipped: string = join(data, 'shop.sqlite');

function makeShop(): string {
  const file = temporaryFile();
  execFileSync(process.execPath, [join(data, 'make-shop.ts'), file]);
  return file;
}

function everythingIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name, sql from sqlite_schema where type = 'table'").all();
  return tables.map((table) => [
    table,
    database.prepare(`select * from ${String(table['name'])} order by id`).all(),
  ]);
}

test('the shipped database holds what its script makes', () => {
  assert.deepEqual(everythingIn(shipped), everythingIn(makeShop()));
});

test('running the example leaves the shipped database as it is', async () => {
  const digest = () => createHash('sha256').update(readFileSync(shipped)).digest('hex');
  const before = digest();
  await runDesk(['--yes']);
  assert.equal(digest(), before);
});

test('a refund or return that is written again under its key is there once', () => {
  const file = makeShop();
  const shop = openShop(file);
  const entry = { orderId: 1042, amount: 48, reason: 'cracked', idempotencyKey: 'call-1' };
  assert.deepEqual(shop.addRefund(entry), shop.addRefund(entry));
  assert.deepEqual(shop.addReturn(entry), shop.addReturn(entry));
  assert.equal(shop.findOrder(1042).refunded, 48);
  assert.throws(() => shop.addRefund({ ...entry, idempotencyKey: 'call-2' }), /is too much/);
});

test('a refund that is executed again for the same call pays once', async () => {
  const shop = openShop(makeShop());
  const tool = refund(shop);
  const input = { orderId: 1042, amount: 20, reason: 'chipped' };
  const first = await tool.run(input, { idempotencyKey: 'call-1' });
  assert.deepEqual(await tool.run(input, { idempotencyKey: 'call-1' }), first);
  assert.equal(shop.findOrder(1042).refunded, 20);
  await tool.run(input, { idempotencyKey: 'call-2' });
  assert.equal(shop.findOrder(1042).refunded, 40);
});
