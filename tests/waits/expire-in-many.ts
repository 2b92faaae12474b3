import { createTool } from 'helve';
import { Agent } from 'helve/agent';
import type { Store } from 'helve/store';
import { scriptedModel } from 'helve/testing';
import { expect, vi } from 'vitest';

const RUNS = 12;
const HOUR = 60 * 60 * 1000;

/**
 * Lets calls wait until they expire, then several agents, each with a store of its own as in another
 * process, recover at the same time.
 */
export async function expireInMany(
  open: () => Store & { close(): void | Promise<void> },
): Promise<void> {
  const ran: string[] = [];
  const pay = createTool({
    id: 'pay',
    requireApproval: true,
    waits: { approval: { expiresAfterMs: HOUR, answer: 'approve' } },
    execute: async (_input, { runId = '' }) => {
      ran.push(runId);
      return 'paid';
    },
  });
  const model = scriptedModel(({ prompt }) =>
    prompt.at(-1)?.role === 'tool'
      ? 'Done.'
      : { toolCalls: [{ toolName: 'pay', input: {}, toolCallId: 'p' }] },
  );
  const stores = Array.from({ length: 4 }, open);
  const agents = stores.map((store) => new Agent({ id: 'desk', model, tools: { pay }, store }));
  const ids = Array.from({ length: RUNS }, (_, index) => `r${index}`);
  for (const runId of ids) await agents[0]?.generate('Pay.', { runId });

  // Only what the agents read of it: databases and drivers have clocks of their own.
  const now = vi.spyOn(Date, 'now');
  const later = performance.timeOrigin + performance.now() + 2 * HOUR;
  now.mockImplementation(() => later);
  try {
    const recovered = await Promise.all(agents.map((agent) => agent.recover()));
    for (const { resumed, failed } of recovered) {
      expect(failed).toEqual([]);
      await Promise.all(resumed.map(({ result }) => result));
    }
    const expired = recovered.flatMap((each) => each.expired.map(({ runId }) => runId));
    expect(expired.sort()).toEqual([...ids].sort());
    expect(ran.sort()).toEqual([...ids].sort());
    for (const runId of ids) {
      expect(await stores[0]?.loadDecisions(runId)).toMatchObject([
        { kind: 'approve', expired: true },
      ]);
    }
    const late = agents[0]?.approveToolCall({ runId: 'r0', toolCallId: 'p', by: 'ada' });
    await expect(late).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  } finally {
    now.mockRestore();
    for (const store of stores) await store.close();
  }
}
