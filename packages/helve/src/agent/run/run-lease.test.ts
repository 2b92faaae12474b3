import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { Agent } from '../agent.ts';
import { bench, callsAll, signal } from '../behaviour/test-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run whose tool takes as long as the test likes. */
async function slowRun(store = new MemoryStore()) {
  const begun = signal();
  const done = signal<string>();
  const ran = vi.fn();
  const send = createTool({
    id: 'send',
    execute: async () => {
      ran();
      begun.resolve();
      return done.promise;
    },
  });
  const kit = bench([callsAll(['send', 's']), 'Done.'], { send }, { store, leaseMs: 9_000 });
  const result = kit.agent.generate('Go.', { runId: 'r' });
  result.catch(() => undefined);
  await begun.promise;
  return { ...kit, store, ran, done, result };
}

/** Time passes, and this process notices nothing of it: it is busy, or asleep. */
function freeze(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

describe('a run that is going on', () => {
  test('is left alone by other processes, however long it takes', async () => {
    const { restart, done, result, ran } = await slowRun();
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await restart().recover()).toEqual({
        resumed: [],
        failed: [],
        expired: [],
        hasMore: false,
      });
    }
    done.resolve('sent');
    expect(await result).toMatchObject({ text: 'Done.' });
    expect(ran).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is taken over once its process has not been heard of, and then given up there', async () => {
    const { store, restart, done, result, ran, model } = await slowRun();
    freeze(9_000);
    const { resumed } = await restart().recover();
    expect(await resumed[0]?.result).toMatchObject({
      text: 'Done.',
      toolResults: [{ code: 'OUTCOME_UNKNOWN' }],
    });
    const calls = await store.loadCalls('r');
    done.resolve('sent, after all');
    await expect(result).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    expect(await store.loadCalls('r')).toEqual(calls);
    expect(await store.loadRun('r')).toMatchObject({ state: 'finished' });
    expect(ran).toHaveBeenCalledOnce();
    expect(model.requests).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('goes on where its process was frozen and nobody wanted it', async () => {
    const { done, result } = await slowRun();
    freeze(100_000);
    done.resolve('sent');
    expect(await result).toMatchObject({ text: 'Done.' });
  });

  test('outlives a store that cannot renew it now and then', async () => {
    const store = new MemoryStore();
    const { restart, done, result, logger } = await slowRun(store);
    const renew = vi.spyOn(store, 'renewRun').mockRejectedValueOnce(new Error('busy'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renew.mock.calls.length).toBeGreaterThan(10);
    expect(await restart().recover()).toMatchObject({ resumed: [] });
    expect(logger.records).toMatchObject([{ level: 'warn' }]);
    done.resolve('sent');
    expect(await result).toMatchObject({ text: 'Done.' });
  });
});

test('a run that waits has no lease and no timer, and whoever decides has both', async () => {
  const done = signal<string>();
  const begun = signal();
  const pay = createTool({
    id: 'pay',
    requireApproval: true,
    execute: () => {
      begun.resolve();
      return done.promise;
    },
  });
  const { agent, restart } = bench([callsAll(['pay', 'p']), 'Done.'], { pay });
  const { runId } = await agent.generate('Go.');
  expect(vi.getTimerCount()).toBe(0);
  const decided = restart().approveToolCallGenerate({ runId, toolCallId: 'p' });
  await begun.promise;
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await agent.recover()).toMatchObject({ resumed: [] });
  await expect(agent.declineToolCall({ runId, toolCallId: 'p' })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  });
  done.resolve('paid');
  expect(await decided).toMatchObject({ text: 'Done.' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a run whose end could not be stored is free for others at once', async () => {
  const store = new MemoryStore();
  const { restart, done, result } = await slowRun(store);
  const broken = vi.spyOn(store, 'commit').mockRejectedValue(new Error('the disk is full'));
  done.resolve('sent');
  await expect(result).rejects.toThrow('full');
  broken.mockRestore();
  const { resumed } = await restart().recover();
  expect(await resumed[0]?.result).toMatchObject({ text: 'Done.' });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a lease of %d ms is none', (leaseMs) => {
  const create = (): Agent => new Agent({ id: 'desk', model: 'openai/gpt-5', leaseMs });
  expect(create).toThrow('leaseMs is');
});
