import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from './run-desk.ts';
import { runDesk } from './run-desk.ts';

const REFUND = 'Order 1042 arrived cracked. Refund it, please.';
const RETURN = 'The customer of 1043 wants to send it back.';

const rows = ({ database }: Outcome, table: 'refunds' | 'returns') =>
  database.prepare(`select * from ${table}`).all();

test('an approved refund is booked, and reported', async () => {
  const outcome = await runDesk(['--yes', '--question', REFUND]);
  const refunds = rows(outcome, 'refunds');
  assert.equal(refunds.length, 1);
  assert.equal(refunds[0]?.['order_id'], 1042);
  assert.equal(refunds[0]?.['amount_cents'], 4800);
  assert.match(outcome.screen, /Done: €48\.00 goes back/);
});

test('a declined refund is not booked, and the agent says so', async () => {
  const outcome = await runDesk(['--no', '--question', REFUND]);
  assert.deepEqual(rows(outcome, 'refunds'), []);
  assert.match(outcome.screen, /Nothing was refunded\./);
  assert.doesNotMatch(outcome.screen, /Done:/);
});

test('where nobody decides, nothing is refunded, and the agent is told why', async () => {
  const outcome = await runDesk(['--question', REFUND]);
  assert.deepEqual(rows(outcome, 'refunds'), []);
  assert.match(outcome.screen, /You say: nobody is here to approve it\./);
});

test('a refund of more than was paid is refused by the tool, approved or not', async () => {
  const outcome = await runDesk(['--yes', '--question', 'Refund 1042, €50, please']);
  assert.deepEqual(rows(outcome, 'refunds'), []);
  assert.match(outcome.screen, /€50\.00 is too much: order 1042 has €48\.00 left/);
});

test('what was refunded before is remembered in the next question', async () => {
  const again = ['--question', 'Refund it again.'];
  const outcome = await runDesk(['--yes', '--question', REFUND, ...again]);
  assert.equal(rows(outcome, 'refunds').length, 1);
  assert.match(outcome.screen, /Order 1042 has been refunded in full already\./);
});

for (const [answer, ending] of [
  ['they came chipped', 'The fault is ours, so we pay the postage.'],
  ['they are too small', 'The customer pays the postage.'],
] as const) {
  test(`a return waits for its reason; told that ${answer}, it ends accordingly`, async () => {
    const outcome = await runDesk(['--answer', answer, '--question', RETURN]);
    assert.equal(rows(outcome, 'returns')[0]?.['reason'], answer);
    assert.ok(outcome.screen.replaceAll(/\n│ {2}/g, ' ').includes(ending), outcome.screen);
  });
}

test('an answer that does not fit leaves the call waiting for a better one', async () => {
  const outcome = await runDesk(['--answer', 'x', '--answer', 'wrong size', '--question', RETURN]);
  assert.match(outcome.screen, /Say it in a few words\./);
  assert.equal(rows(outcome, 'returns')[0]?.['reason'], 'wrong size');
});

test('the tour runs to its end without a terminal', async () => {
  const { screen, comparison } = await runDesk([]);
  assert.match(screen, /order 1044, €64\.50\): on its way/);
  assert.match(comparison, /The desk is closed\./);
});
