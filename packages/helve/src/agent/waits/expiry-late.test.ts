import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { CallRecord } from '../../store/records.ts';
import type { ExpiryFilter, Page } from '../../store/store.ts';
import { bench, calls } from '../behaviour/test-kit.ts';
import { MINUTE, START } from './wait-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Something happens behind the look at what has expired. */
class SlowStore extends MemoryStore {
  afterLook: () => Promise<unknown> = async () => undefined;

  override async listExpiring(
    filter: ExpiryFilter,
    page?: Parameters<MemoryStore['listExpiring']>[1],
  ): Promise<Page<CallRecord>> {
    const found = await super.listExpiring(filter, page);
    if (found.items.length > 0) await this.afterLook();
    return found;
  }
}

test('what was chosen for one wait is not taken for the next, though both expire at the same time', async () => {
  const store = new SlowStore();
  const answered = vi.fn();
  const ask = createTool({
    id: 'ask',
    suspendSchema: z.object({ question: z.number() }),
    resumeSchema: z.object({ size: z.number() }),
    waits: { suspension: { expiresAfterMs: MINUTE, answer: { resumeData: { size: 0 } } } },
    execute: async (_input, { suspend, resumeData, suspendPayload }) => {
      if (!resumeData) return suspend({ question: 1 });
      answered(suspendPayload?.question, resumeData.size);
      return suspendPayload?.question === 1 ? suspend({ question: 2 }) : 'Thanks.';
    },
  });
  const { agent, restart } = bench([calls('ask', {}, 'c'), 'Done.'], { ask }, { store });
  const { runId, waiting } = await agent.generate('go');
  const [first] = waiting;
  if (!first) throw new Error('a call should wait');
  vi.setSystemTime(START + MINUTE);
  store.afterLook = async () => {
    store.afterLook = async () => undefined;
    // The clock of whoever answers is behind.
    vi.setSystemTime(START);
    await agent.resumeGenerate({ size: 1 }, { ...first, by: 'ada' });
    vi.setSystemTime(START + MINUTE);
  };
  const { expired, failed } = await restart().recover();
  expect({ expired, failed }).toEqual({ expired: [], failed: [] });
  expect(answered.mock.calls).toEqual([[1, 1]]);
  expect(await store.loadCall(runId, 'c')).toMatchObject({ state: 'suspended', waitNumber: 2 });

  const late = await restart().recover();
  expect(late.expired).toMatchObject([{ toolCallId: 'c' }]);
  await Promise.all(late.resumed.map(({ result }) => result));
  expect((await store.loadDecisions(runId)).map(({ waitNumber, by }) => [waitNumber, by])).toEqual([
    [1, 'ada'],
    [2, undefined],
  ]);
});
