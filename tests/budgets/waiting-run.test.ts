import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { MemoryStore } from 'helve/store';
import { scriptedModel } from 'helve/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { budgets } from './budgets.ts';
import { expectBudget } from './expect-budget.ts';

// What waits, waits as records: how much a store keeps of it, as JSON, until somebody decides.

const input = { orderId: '1042', amount: 70 };
const fields = {
  inputSchema: z.object({ orderId: z.string(), amount: z.number() }),
  outputSchema: z.object({ refundId: z.string() }),
};
const refund = createTool({
  id: 'refund',
  ...fields,
  requireApproval: true,
  execute: async () => ({ refundId: 'refund-1' }),
});
const suspendingRefund = createTool({
  id: 'refund',
  ...fields,
  resumeSchema: z.object({ agreed: z.boolean() }),
  execute: async (_, { suspend }) => suspend({ question: 'Is the lamp back?' }),
});
const lookup = createTool({
  id: 'lookup',
  inputSchema: z.object({ orderId: z.string() }),
  execute: async () => ({ state: 'shipped' }),
});
const thread = { thread: 'ticket-7f3a1c', resource: 'customer-22' };
const clientRefund = createTool({ id: 'refund', ...fields });

/** What is kept of a run, in bytes of JSON. */
async function kept(
  store: MemoryStore,
  runId: string,
): Promise<{ run: number; transcript: number }> {
  const bytes = (records: readonly unknown[]): number =>
    records.reduce<number>((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0);
  const run = await store.loadRun(runId);
  const calls = await store.loadCalls(runId);
  const messages = await store.loadMessages(runId);
  const decisions = await store.loadDecisions(runId);
  const chunks = await store.loadChunks(runId);
  return { run: bytes([run, ...calls, ...decisions, ...chunks]), transcript: bytes(messages) };
}

describe.each([
  { waits: 'for approval', tools: { refund } },
  { waits: 'for an answer', tools: { refund: suspendingRefund } },
  { waits: 'for its client', tools: { refund: clientRefund } },
])('a run that waits $waits', ({ tools }) => {
  const wait = async (
    instructions: string,
    memory?: { thread: string; resource: string },
    stepsBefore = 0,
  ) => {
    const store = new MemoryStore();
    const usage = { inputTokens: 900, outputTokens: 90 };
    const toolCalls = [{ toolName: 'refund', toolCallId: 'call_VdWk9YtQm3bCzLr7', input }];
    const steps = Array.from({ length: stepsBefore }, (_, step) => ({
      toolCalls: [{ toolName: 'lookup', toolCallId: `call_${step}`, input: { orderId: '1042' } }],
      usage,
    }));
    const model = scriptedModel([...steps, { toolCalls, usage }]);
    const agent = new Agent({
      id: 'support-desk',
      instructions,
      model,
      tools: { ...tools, lookup },
      store,
      maxSteps: stepsBefore + 1,
    });
    const { runId, waiting } = await agent.generate('My lamp came broken.', {
      ...(memory ? { memory } : {}),
    });
    expect(waiting).toHaveLength(1);
    return kept(store, runId);
  };

  test('keeps little beside its messages', async () => {
    const { run } = await wait('You help the customers of a small shop.', thread);
    expectBudget('A waiting run', run, budgets.bytesOfWaitingRun);
  });

  test('keeps little beside its messages, also after many steps', async () => {
    const keptAfter = async (steps: number): Promise<number> => (await wait('', thread, steps)).run;
    const many = await keptAfter(100);
    expectBudget('A waiting run of 100 steps', many, budgets.bytesOfWaitingRun);
    // numbers that got longer: steps and tokens
    expect(many - (await keptAfter(10))).toBeLessThan(12);
  });

  test('keeps no more where the agent is told more', async () => {
    expect(await wait('You help. '.repeat(1_000))).toEqual(await wait(''));
  });
});
