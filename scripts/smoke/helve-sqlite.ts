// What is run with the packed package in an empty project: runs that outlive a store.
import { SqliteStore } from '@helve/sqlite';
import { createTool, jsonSchema } from 'helve';
import { Agent } from 'helve/agent';
import { StoreError } from 'helve/store';
import { scriptedModel, storeChecks } from 'helve/testing';
import { expectEqual } from './expect-equal.ts';
import { runSmoke } from './run-smoke.ts';

const refund = createTool({
  id: 'refund',
  inputSchema: jsonSchema<{ orderId: string }>({
    type: 'object',
    properties: { orderId: { type: 'string' } },
    required: ['orderId'],
  }),
  requireApproval: true,
  execute: async ({ orderId }) => ({ receipt: `R-${orderId}` }),
});

await runSmoke({
  'the store does what every store must': async () => {
    const checks = storeChecks({
      create: (clock) => new SqliteStore({ ...clock, path: ':memory:' }),
      dispose: (store) => store.close(),
    });
    for (const { run } of checks) await run();
  },

  'a call waits in a file, and is approved from another store': async () => {
    const path = `smoke-${Date.now()}.db`;
    const first = new SqliteStore({ path });
    const asks = scriptedModel([{ toolCalls: [{ toolName: 'refund', input: { orderId: '7' } }] }]);
    const before = new Agent({ id: 'desk', model: asks, tools: { refund }, store: first });
    const [wait] = (await before.generate('Refund 7')).waiting;
    first.close();
    if (wait === undefined) throw new Error('no call waits');
    const second = new SqliteStore({ path });
    const model = scriptedModel(['Refunded.']);
    const after = new Agent({ id: 'desk', model, tools: { refund }, store: second });
    expectEqual((await after.approveToolCallGenerate({ ...wait, by: 'ada' })).text, 'Refunded.');
    second.close();
  },

  'what fails says so': async () => {
    try {
      new SqliteStore({ path: 'no/such/folder/helve.db' });
    } catch (error) {
      expectEqual(StoreError.isInstance(error) && error.reason, 'unavailable');
      return;
    }
    throw new Error('a file in no folder was opened');
  },
});
