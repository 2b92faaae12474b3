import type { RunState } from '../records.ts';
import type { Store } from '../store.ts';
import { expectRejection, expectSame, expectThat } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import {
  NOON,
  put,
  sampleCall,
  sampleDecision,
  sampleMessage,
  sampleRun,
  wholeRun,
} from './sample-records.ts';

const nothing = { run: undefined, calls: [], messages: [], decisions: [], chunks: [] };

interface Place {
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly above?: string;
  readonly state?: RunState;
  readonly updatedAt?: number;
}

/** A run with one of everything. */
async function putWhole(store: Store, runId: string, place: Place = {}): Promise<void> {
  const { above, threadId, ...rest } = place;
  const thread = threadId === undefined ? {} : { threadId };
  const parent = above && { agentId: 'agent-1', runId: above, toolCallId: 'call-1' };
  await put(store, {
    run: sampleRun({ runId, ...thread, ...rest, ...(parent ? { parent } : {}) }),
    calls: [sampleCall({ runId })],
    messages: [sampleMessage({ runId, ...thread })],
    decisions: [sampleDecision({ runId })],
  });
  await store.appendChunks(runId, [{ number: 0, chunk: 'a' }]);
}

async function expectGone(store: Store, ids: readonly string[]): Promise<void> {
  for (const id of ids) expectSame(await wholeRun(store, id), nothing, `what is left of "${id}"`);
}

async function ids(store: Store): Promise<readonly string[]> {
  return (await store.listRuns({})).items.map(({ runId }) => runId);
}

/** What is forgotten, and what is not. */
export const retentionChecks: Checks = {
  'a deleted resource takes all its runs along, and nothing else': async (store) => {
    await putWhole(store, 'mine', { resourceId: 'ada', threadId: 'thread-1' });
    await putWhole(store, 'below', { above: 'mine' });
    await putWhole(store, 'alone', { resourceId: 'ada' });
    await putWhole(store, 'other', { resourceId: 'bob', threadId: 'thread-1' });
    const kept = await wholeRun(store, 'other');
    await store.deleteResource('ada');
    await store.deleteResource('ada');
    await store.deleteResource('nobody');
    await expectGone(store, ['mine', 'below', 'alone']);
    expectSame(await wholeRun(store, 'other'), kept, 'the run of another resource');
    const thread = await store.loadThread('thread-1');
    expectSame(
      thread.map(({ runId }) => runId),
      ['other'],
      'the thread that both were on',
    );
  },

  'a deleted log is empty, and its numbers go on': async (store) => {
    const chunk = (number: number) => ({ number, chunk: { text: `chunk ${number}` } });
    await putWhole(store, 'run-1');
    await putWhole(store, 'run-2');
    await store.appendChunks('run-1', [chunk(1), chunk(2)]);
    await store.deleteChunks('run-1');
    await store.deleteChunks('run-1');
    await store.deleteChunks('never-there');
    expectSame(await store.loadChunks('run-1'), [], 'the deleted log');
    expectThat((await store.loadChunks('run-2')).length === 1, 'the log of another run is gone');
    await store.appendChunks('run-1', [chunk(2)]);
    expectSame(await store.loadChunks('run-1'), [], 'a deleted chunk that comes again');
    await expectRejection(store.appendChunks('run-1', [chunk(4)]), 'RangeError', 'a gap');
    await store.appendChunks('run-1', [chunk(3), chunk(4)]);
    expectSame(await store.loadChunks('run-1'), [chunk(3), chunk(4)], 'what came after');
    expectSame(await store.loadChunks('run-1', 4), [chunk(4)], 'the end of what came after');
    await store.deleteChunks('run-1');
    await store.appendChunks('run-1', [chunk(5)]);
    expectSame(
      await store.loadChunks('run-1', 1),
      [chunk(5)],
      'what came after it was deleted again',
    );
  },

  'logs of runs that ended before are pruned, and nothing else of them': async (store) => {
    await putWhole(store, 'old', { state: 'finished', updatedAt: NOON });
    await putWhole(store, 'failed', { state: 'failed', updatedAt: NOON });
    await putWhole(store, 'new', { state: 'aborted', updatedAt: NOON + 1 });
    await putWhole(store, 'running', { updatedAt: NOON });
    await putWhole(store, 'waiting', { state: 'waiting', updatedAt: NOON });
    const before = await wholeRun(store, 'old');
    await store.prune({});
    await store.prune({ chunksBefore: NOON });
    expectSame(await wholeRun(store, 'old'), before, 'a run that ended just then');
    await store.prune({ chunksBefore: NOON + 1 });
    await store.prune({ chunksBefore: NOON + 1 });
    expectSame(await wholeRun(store, 'old'), { ...before, chunks: [] }, 'the run that was pruned');
    const left: string[] = [];
    for (const id of await ids(store)) {
      if ((await store.loadChunks(id)).length > 0) left.push(id);
    }
    expectSame(left, ['new', 'running', 'waiting'], 'the runs with a log');
  },

  'runs that ended before are pruned, with those below them, but none of a thread': async (
    store,
  ) => {
    const old = { state: 'finished', updatedAt: NOON } as const;
    await putWhole(store, 'old', old);
    await putWhole(store, 'below', { ...old, above: 'old' });
    await putWhole(store, 'waiting', { state: 'waiting', updatedAt: NOON });
    await putWhole(store, 'below-waiting', { ...old, above: 'waiting' });
    await putWhole(store, 'running', { updatedAt: NOON });
    await putWhole(store, 'new', { ...old, updatedAt: NOON + 1 });
    await putWhole(store, 'on-thread', { ...old, threadId: 'thread-1' });
    await store.prune({ runsBefore: NOON + 1 });
    await expectGone(store, ['old', 'below']);
    const left = ['waiting', 'below-waiting', 'running', 'new', 'on-thread'];
    expectSame(await ids(store), left, 'the runs that are left');
  },

  'threads on which all ended before are pruned': async (store) => {
    const old = { state: 'finished', updatedAt: NOON } as const;
    await putWhole(store, 'a-1', { ...old, threadId: 'a' });
    await putWhole(store, 'a-2', { ...old, threadId: 'a' });
    await putWhole(store, 'a-below', { ...old, above: 'a-1' });
    await putWhole(store, 'b-1', { ...old, threadId: 'b' });
    await putWhole(store, 'b-2', { threadId: 'b', state: 'waiting', updatedAt: NOON });
    await putWhole(store, 'c-1', { ...old, threadId: 'c' });
    await putWhole(store, 'c-2', { ...old, threadId: 'c', updatedAt: NOON + 1 });
    await putWhole(store, 'apart', old);
    await store.prune({ threadsBefore: NOON + 1 });
    await expectGone(store, ['a-1', 'a-2', 'a-below']);
    expectSame(await store.loadThread('a'), [], 'the thread');
    expectSame(await ids(store), ['b-1', 'b-2', 'c-1', 'c-2', 'apart'], 'the runs that are left');
    expectThat((await store.loadThread('c')).length === 2, 'a part of another thread is gone');
  },
};
