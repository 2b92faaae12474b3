import type { Store } from '../store.ts';
import { expectSame, expectThat, fail } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import { next, put, sampleCall, sampleRun } from './sample-records.ts';

const run = sampleRun();
const LEASE_MS = 30_000;
/** How long news may take until a check fails; a store that works needs a small part of it. */
const AT_MOST_MS = 10_000;

const chunk = (number: number) => ({ number, chunk: { text: `chunk ${number}` } });

/** Somebody who watches, and what was heard. */
interface Ear {
  readonly stop: () => void;
  /** Resolves with the first news since it was last asked; news before count. */
  heard(what: string): Promise<void>;
  /** How often there was news. */
  readonly count: number;
}

async function listen(store: Store, runId: string): Promise<Ear> {
  let count = 0;
  let seen = 0;
  let wake = (): void => undefined;
  const stop = await store.watch(runId, () => {
    count += 1;
    wake();
  });
  // what happened before may still be told
  seen = count;
  return {
    stop,
    heard: async (what) => {
      if (count === seen) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        await new Promise<void>((resolve, reject) => {
          wake = resolve;
          const late = (): void => reject(new Error(`nobody was told of ${what}`));
          timer = setTimeout(late, AT_MOST_MS);
        }).finally(() => clearTimeout(timer));
      }
      seen = count;
    },
    get count() {
      return count;
    },
  };
}

async function withEar(
  store: Store,
  runId: string,
  check: (ear: Ear) => Promise<void>,
): Promise<void> {
  const ear = await listen(store, runId);
  try {
    await check(ear);
  } finally {
    ear.stop();
  }
}

/** Logs that only the holder of a run writes, and news of runs. */
export const watchChecks: Checks = {
  'chunks are counted, also those that were deleted': async (store) => {
    expectThat((await store.appendChunks('run-1', [])) === undefined, 'of no run, a number came');
    await put(store, { run });
    expectSame(await store.appendChunks('run-1', []), 0, 'the number of the first chunk');
    expectSame(await store.appendChunks('run-1', [chunk(0), chunk(1)]), 2, 'after two');
    expectSame(await store.appendChunks('run-1', [chunk(1), chunk(2)]), 3, 'after one more');
    await store.deleteChunks('run-1');
    expectSame(await store.appendChunks('run-1', []), 3, 'after they were deleted');
    expectSame(await store.appendChunks('run-1', [chunk(3)]), 4, 'behind those');
    await store.deleteRun('run-1');
    const gone = await store.appendChunks('run-1', [chunk(4)]);
    expectThat(gone === undefined, 'of a deleted run, a number came');
  },

  'who does not hold a run adds nothing to its log': async (store, clock) => {
    await put(store, { run });
    const append = (number: number, owner: string): Promise<number | undefined> =>
      store.appendChunks('run-1', [chunk(number)], owner);
    expectThat((await append(0, 'a')) === undefined, 'one that nobody holds was written to');
    await store.claimRun('run-1', 'a', LEASE_MS);
    expectSame(await append(0, 'a'), 1, 'what the owner adds');
    expectThat((await append(1, 'b')) === undefined, 'another has added to it');
    clock.passOn(LEASE_MS);
    expectSame(await append(1, 'a'), 2, 'what the owner adds late, while nobody else wants it');
    await store.claimRun('run-1', 'b', LEASE_MS);
    expectThat((await append(2, 'a')) === undefined, 'the former owner has added to it');
    expectSame(await append(2, 'b'), 3, 'what the new owner adds');
    const waiting = next((await store.loadRun('run-1')) ?? fail('no run'), { state: 'waiting' });
    await put(store, { run: waiting });
    expectThat((await append(3, 'b')) === undefined, 'a run that waits was written to');
    expectSame(
      await store.loadChunks('run-1'),
      [0, 1, 2].map((at) => chunk(at)),
      'the log after all that',
    );
  },

  'chunks come with a transition, or not at all': async (store) => {
    await put(store, { run, chunks: [chunk(0)] });
    const stale = await store.commit({ run: sampleRun(), chunks: [chunk(1)] });
    expectThat(!stale.ok, 'a run was created twice');
    expectSame(await store.loadChunks('run-1'), [chunk(0)], 'the log after a conflict');
    const done = next(run, { state: 'finished', chunkLog: { length: 3 } });
    await put(store, { run: done, chunks: [chunk(0), chunk(1), chunk(2)] });
    expectSame(await store.loadRun('run-1'), done, 'the run');
    expectSame(
      await store.loadChunks('run-1'),
      [0, 1, 2].map((at) => chunk(at)),
      'the log, with what came along',
    );
    const gap = store.commit({ run: next(done), calls: [sampleCall()], chunks: [chunk(4)] });
    await gap.then(
      () => fail('a gap in the log went through'),
      () => undefined,
    );
    expectSame(await store.loadRun('run-1'), done, 'the run, after a gap');
    expectSame(await store.loadCalls('run-1'), [], 'the calls, after a gap');
    await store.prune({ chunksBefore: done.updatedAt + 1 });
    expectSame(await store.loadChunks('run-1'), [], 'the log, when it was pruned');
  },

  'who watches a run is told of chunks': async (store) => {
    await put(store, { run });
    await withEar(store, 'run-1', async (ear) => {
      await store.appendChunks('run-1', [chunk(0)]);
      await ear.heard('a chunk');
      await store.appendChunks('run-1', [chunk(1)]);
      await ear.heard('another chunk');
      expectSame(await store.loadChunks('run-1', 1), [chunk(1)], 'what is there when it is told');
    });
  },

  'who watches a run is told of transitions that tell or bring chunks': async (store) => {
    await put(store, { run });
    await withEar(store, 'run-1', async (ear) => {
      await put(store, { run: next(run), tell: true });
      await ear.heard('a transition that tells');
      const done = next(next(run), { state: 'finished' });
      await put(store, { run: done, chunks: [chunk(0)] });
      await ear.heard('a transition with chunks');
      expectSame(await store.loadRun('run-1'), done, 'what is there when it is told');
    });
  },

  'who watches a run is told that it was deleted': async (store) => {
    const gone: readonly [string, () => Promise<void>][] = [
      ['run-1', () => store.deleteRun('run-1')],
      ['run-2', () => store.deleteThread('thread-1')],
      ['run-3', () => store.deleteResource('resource-1')],
    ];
    await put(store, { run });
    await put(store, { run: sampleRun({ runId: 'run-2', threadId: 'thread-1' }) });
    await put(store, { run: sampleRun({ runId: 'run-3', resourceId: 'resource-1' }) });
    for (const [runId, remove] of gone) {
      await withEar(store, runId, async (ear) => {
        await remove();
        await ear.heard(`the end of ${runId}`);
      });
    }
  },

  'all who watch are told, also of a run that comes later': async (store) => {
    const ears = await Promise.all([listen(store, 'run-1'), listen(store, 'run-1')]);
    try {
      await put(store, { run, chunks: [chunk(0)] });
      await Promise.all(ears.map((ear) => ear.heard('a new run')));
    } finally {
      for (const ear of ears) ear.stop();
    }
  },

  'who has stopped is told no more': async (store) => {
    await put(store, { run });
    const ear = await listen(store, 'run-1');
    ear.stop();
    ear.stop();
    const before = ear.count;
    await withEar(store, 'run-1', async (other) => {
      await store.appendChunks('run-1', [chunk(0)]);
      await other.heard('a chunk');
    });
    expectThat(ear.count === before, 'one that had stopped was told');
  },
};
