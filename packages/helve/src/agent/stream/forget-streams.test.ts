import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../store/memory-store.ts';
import { recordingLogger } from '../behaviour/run-kit.ts';
import { forgetStreams } from './forget-streams.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

test('streams are forgotten an hour behind the end of their run, and looked for now and then', async () => {
  const store = new MemoryStore();
  const next = { at: 0 };
  const forget = (): void => forgetStreams(store, recordingLogger(), next);
  const now = Date.now();
  const run = {
    runId: 'run-1',
    agentId: 'agent',
    version: 0,
    state: 'finished',
    stepCount: 1,
    settings: {},
    usage: {},
    createdAt: now,
    updatedAt: now,
  } as const;
  await store.commit({ run, chunks: [{ number: 0, chunk: 'a' }] });
  const left = async (): Promise<number> => (await store.loadChunks('run-1')).length;
  vi.advanceTimersByTime(55 * MINUTE);
  forget();
  expect(await left()).toBe(1);
  vi.advanceTimersByTime(8 * MINUTE);
  forget();
  expect(await left()).toBe(1);
  vi.advanceTimersByTime(2 * MINUTE);
  forget();
  expect(await left()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a store that fails then is reported, and no more', async () => {
  const store = new MemoryStore();
  const logger = recordingLogger();
  vi.spyOn(store, 'prune').mockRejectedValue(new Error('disk'));
  forgetStreams(store, logger, { at: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(logger.records).toMatchObject([{ level: 'warn' }]);
});
