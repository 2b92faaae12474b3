import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRandomHistory } from './conformance/random-history.ts';
import { next, put, sampleCall, sampleMessage, sampleRun } from './conformance/sample-records.ts';
import { storeChecks } from './conformance.ts';
import { MemoryStore } from './memory-store.ts';

describe('a memory store does what every store must', () => {
  for (const { name, run } of storeChecks({ create: (clock) => new MemoryStore(clock) }))
    test(name, run);

  test('whatever several writers commit, in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 12 }), (seed, rounds) =>
        checkRandomHistory(new MemoryStore(), seed, rounds),
      ),
    );
  });
});

async function putEnded(store: MemoryStore, ...ids: readonly string[]): Promise<void> {
  for (const runId of ids) await put(store, { run: sampleRun({ runId, state: 'finished' }) });
}

async function idsIn(store: MemoryStore): Promise<readonly string[]> {
  return (await store.listRuns({})).items.map(({ runId }) => runId);
}

describe('a memory store forgets', () => {
  test('the runs that ended first, beyond as many as it was told to keep', async () => {
    const store = new MemoryStore({ endedRuns: 2 });
    await putEnded(store, 'a', 'b', 'c');
    expect(await idsIn(store)).toEqual(['b', 'c']);
    await put(store, { run: next(sampleRun({ runId: 'b', state: 'finished' })) });
    await putEnded(store, 'd');
    expect(await idsIn(store)).toEqual(['c', 'd']);
  });

  test('256 ended runs are kept where nobody says otherwise', async () => {
    const store = new MemoryStore();
    await putEnded(store, ...Array.from({ length: 257 }, (_, index) => `run-${index}`));
    expect(await store.loadRun('run-0')).toBeUndefined();
    expect(await store.loadRun('run-1')).toBeDefined();
  });

  test('with a run its calls, messages and chunks', async () => {
    const store = new MemoryStore({ endedRuns: 0 });
    const run = sampleRun();
    await put(store, { run, calls: [sampleCall()], messages: [sampleMessage()] });
    await store.appendChunks('run-1', [{ number: 0, chunk: 'a' }]);
    await put(store, { run: next(run, { state: 'failed' }) });
    expect(await store.loadCalls('run-1')).toEqual([]);
    expect(await store.loadMessages('run-1')).toEqual([]);
    expect(await store.loadChunks('run-1')).toEqual([]);
  });

  test('no run that is running or waiting', async () => {
    const store = new MemoryStore({ endedRuns: 1 });
    const waiting = sampleRun({ runId: 'waiting', state: 'waiting' });
    await put(store, { run: waiting });
    await put(store, { run: sampleRun({ runId: 'running' }) });
    await putEnded(store, 'a', 'b', 'c');
    expect(await idsIn(store)).toEqual(['waiting', 'running', 'c']);
  });

  test('no run that goes on after it had ended', async () => {
    const store = new MemoryStore({ endedRuns: 1 });
    const first = sampleRun({ runId: 'a', state: 'failed' });
    await put(store, { run: first });
    await put(store, { run: next(first, { state: 'running' }) });
    await putEnded(store, 'b', 'c');
    expect(await idsIn(store)).toEqual(['a', 'c']);
  });

  test('no run that is part of a conversation', async () => {
    const store = new MemoryStore({ endedRuns: 0 });
    const threadId = 'thread-1';
    const run = sampleRun({ threadId, state: 'finished' });
    await put(store, { run, messages: [sampleMessage({ threadId })] });
    await putEnded(store, 'b', 'c');
    expect(await idsIn(store)).toEqual(['run-1']);
    expect(await store.loadThread(threadId)).toHaveLength(1);
  });

  test.each([Number.NaN, -1])(
    'nothing where it is told to keep %s runs: that is an error',
    (endedRuns) => {
      expect(() => new MemoryStore({ endedRuns })).toThrow(RangeError);
    },
  );

  test('everything it is told to, and nothing with "infinitely many"', async () => {
    const store = new MemoryStore({ endedRuns: Number.POSITIVE_INFINITY });
    await putEnded(store, ...Array.from({ length: 300 }, (_, index) => `run-${index}`));
    expect(await store.loadRun('run-0')).toBeDefined();
    await store.deleteRun('run-0');
    expect(await store.loadRun('run-0')).toBeUndefined();
  });
});
