import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from 'helve/testing';
import { createSupportDesk } from '../src/agent.ts';
import { keepShop } from '../src/copy-shop.ts';
import { scriptedAgent } from '../src/model/scripted-agent.ts';
import { customerData, leaksIn, runDesk } from './run-desk.ts';
import { temporaryFile } from './temporary-file.ts';

for (const decision of ['--yes', '--no']) {
  test(`the screen shows no customer data (${decision})`, async () => {
    const { screen, comparison, database } = await runDesk([decision]);
    const data = customerData(database);
    assert.ok(data.length > 20);
    assert.deepEqual(leaksIn(screen, data), []);
    // it was there to be shown: the comparison has it in the column of what the tools had
    assert.ok(leaksIn(comparison, data).includes('nora.okafor@example.com'));
  });
}

test('customer data reaches neither the model nor the display stream nor the transcript', async () => {
  const { database } = await runDesk(['--question', 'hello']);
  const data = customerData(database);
  const model = scriptedAgent();
  const agent = createSupportDesk(keepShop(temporaryFile()), { model });
  const memory = { thread: 'test' };

  const asked = await agent.stream('Refund order 1042.', { memory });
  const [refund] = await asked.waiting;
  assert.ok(refund);
  const approved = await agent.approveToolCall(refund);
  const shown = [
    ...(await collect(asked.displayStream)),
    ...(await collect(approved.displayStream)),
  ];
  const opened = await agent.stream('Return it because it leaks', { memory });
  shown.push(...(await collect(opened.displayStream)));

  const results = shown.filter(({ type }) => type === 'tool-result');
  assert.equal(results.length, 4);
  assert.deepEqual(leaksIn(JSON.stringify(shown), data), []);
  assert.deepEqual(leaksIn(JSON.stringify(model.requests), data), []);
  const transcript = await agent.listMessages({ threadId: memory.thread });
  assert.deepEqual(leaksIn(JSON.stringify(transcript), data), []);

  // the application alone has it
  const { toolResults } = await opened.result;
  assert.deepEqual(leaksIn(JSON.stringify(toolResults), ['12 Harbour Row']), ['12 Harbour Row']);
});
