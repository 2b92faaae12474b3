import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import { scriptedModel } from 'helve/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { expectBudget } from '../expect-budget.ts';
import { countWork } from './count-work.ts';

// On a database a wait costs its commits: the run goes on when each is confirmed.

const inputSchema = z.object({ orderId: z.string() });
const refund = createTool({
  id: 'refund',
  inputSchema,
  requireApproval: true,
  execute: async () => 'paid',
});
const charge = createTool({ id: 'charge', inputSchema });

/** How many commits a run takes that calls tools once, and waits. */
async function countCommits(toolNames: readonly string[], isApproved: boolean): Promise<number> {
  const { commits } = await countWork(async ({ store }) => {
    const input = { orderId: '1042' };
    const model = scriptedModel([
      { toolCalls: toolNames.map((toolName) => ({ toolName, input })) },
      'Done.',
    ]);
    const agent = new Agent({ id: 'desk', model, store, tools: { refund, charge } });
    const { runId, waiting } = await agent.generate('My lamp came broken.');
    expect(waiting).toHaveLength(toolNames.length);
    expect(await store.loadRun(runId)).toMatchObject({ state: 'waiting' });
    const toolCallId = waiting[0]?.toolCallId;
    if (!isApproved || toolCallId === undefined) return;
    const { text } = await agent.approveToolCallGenerate({ runId, toolCallId });
    expect(text).toBe('Done.');
    expect(await store.loadRun(runId)).toMatchObject({ state: 'finished' });
  });
  return commits;
}

test.each([
  { waits: 'for an approval', toolNames: ['refund'] },
  { waits: 'for its client', toolNames: ['charge'] },
  { waits: 'for both, three times', toolNames: ['refund', 'charge', 'refund'] },
])('a run that waits $waits takes few commits', async ({ toolNames }) => {
  expectBudget('A run that waits', await countCommits(toolNames, false), budgets.commitsToWait);
});

test('a run that goes on after an approval takes few commits', async () => {
  const toWait = await countCommits(['refund'], false);
  const commits = (await countCommits(['refund'], true)) - toWait;
  expectBudget('An approved run', commits, budgets.commitsFromApproval);
});
