import type { RunRecord } from '../records.ts';
import type { RunFilter, Store } from '../store.ts';
import { expectRejection, expectSame, expectThat, fail } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import { NOON, next, put, sampleCall, sampleRun } from './sample-records.ts';

async function putRuns(store: Store, count: number, from = 0): Promise<readonly RunRecord[]> {
  const runs = Array.from({ length: count }, (_, index) =>
    sampleRun({ runId: `run-${from + index}`, createdAt: NOON + from + index }),
  );
  for (const run of runs) await put(store, { run });
  return runs;
}

async function idsOf(store: Store, filter: RunFilter): Promise<readonly string[]> {
  const { items } = await store.listRuns(filter);
  return items.map(({ runId }) => runId);
}

/** Follows the cursors to the end; `between` may change the store between two pages. */
async function readPages(
  store: Store,
  filter: RunFilter,
  limit: number,
  between: (page: readonly RunRecord[]) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listRuns(filter, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    expectThat(
      page.items.length <= limit,
      `a page of ${page.items.length} for a limit of ${limit}`,
    );
    ids.push(...page.items.map(({ runId }) => runId));
    cursor = page.cursor;
    if (ids.length > 1000) fail('the cursors lead nowhere');
    await between(page.items);
  } while (cursor !== undefined);
  return ids;
}

/** What listing gives. */
export const listChecks: Checks = {
  'runs are listed oldest first, whatever became of them since': async (store) => {
    const runs = await putRuns(store, 5);
    const [first] = runs;
    if (first) await put(store, { run: next(first, { updatedAt: NOON + 99 }) });
    expectSame(
      await idsOf(store, {}),
      runs.map(({ runId }) => runId),
      'the order',
    );
  },

  'each part of a filter must hold': async (store) => {
    const base = {
      agentId: 'agent-1',
      threadId: 'thread-1',
      resourceId: 'resource-1',
      state: 'waiting',
    } as const;
    const runs = [
      sampleRun({ ...base, runId: 'fits' }),
      sampleRun({ ...base, runId: 'other agent', agentId: 'agent-2' }),
      sampleRun({ ...base, runId: 'other thread', threadId: 'thread-2' }),
      sampleRun({ ...base, runId: 'other resource', resourceId: 'resource-2' }),
      sampleRun({ ...base, runId: 'other state', state: 'finished' }),
      sampleRun({ ...base, runId: 'too old', createdAt: NOON - 1 }),
      sampleRun({ ...base, runId: 'too new', createdAt: NOON + 1 }),
    ];
    for (const run of runs) {
      await put(store, { run, calls: [sampleCall({ runId: run.runId })] });
    }
    await put(store, { run: sampleRun({ ...base, runId: 'no call' }) });
    await put(store, { run: sampleRun({ runId: 'no thread', state: 'waiting' }) });
    const filter = { ...base, toolName: 'refund', from: NOON, to: NOON + 1 };
    expectSame(await idsOf(store, filter), ['fits'], 'all parts together');
    const parts: readonly (readonly [RunFilter, readonly string[]])[] = [
      [{ agentId: 'agent-2' }, ['other agent']],
      [{ threadId: 'thread-2' }, ['other thread']],
      [{ resourceId: 'resource-2' }, ['other resource']],
      [{ state: 'finished' }, ['other state']],
      [{ to: NOON }, ['too old']],
      [{ from: NOON + 1 }, ['too new']],
      [{ toolName: 'unheard-of' }, []],
    ];
    for (const [part, expected] of parts) {
      expectSame(await idsOf(store, part), expected, JSON.stringify(part));
    }
  },

  'a run is found by the tools of its open calls only': async (store) => {
    const call = sampleCall();
    const other = sampleCall({ toolCallId: 'call-2', toolName: 'ship', index: 1 });
    const again = sampleCall({ toolCallId: 'call-3', index: 2 });
    await put(store, { run: sampleRun(), calls: [call, other, again] });
    expectSame(await idsOf(store, { toolName: 'refund' }), ['run-1'], 'while two are open');
    await put(store, { calls: [next(call, { state: 'settled' })] });
    expectSame(await idsOf(store, { toolName: 'refund' }), ['run-1'], 'while one is open');
    await put(store, { calls: [next(again, { state: 'settled' })] });
    expectSame(await idsOf(store, { toolName: 'refund' }), [], 'once it is settled');
    expectSame(await idsOf(store, { toolName: 'ship' }), ['run-1'], 'the other one');
  },

  'pages hold every run once, and the last leads no further': async (store) => {
    const ids = (await putRuns(store, 6)).map(({ runId }) => runId);
    for (const limit of [1, 2, 3, 4, 5, 6, 7, 100]) {
      let pages = 0;
      const read = await readPages(store, {}, limit, async () => {
        pages += 1;
      });
      expectSame(read, ids, `with a limit of ${limit}`);
      expectSame(pages, Math.ceil(6 / limit), `pages with a limit of ${limit}`);
    }
    expectSame(await readPages(store, { agentId: 'nobody' }, 2), [], 'an empty list');
  },

  'a page is of 100 where nobody says otherwise': async (store) => {
    await putRuns(store, 101);
    const page = await store.listRuns({});
    expectThat(page.items.length === 100, `a page of ${page.items.length}`);
    expectThat(page.cursor !== undefined, 'there is no way to the last one');
  },

  'runs that are deleted, changed or added between pages hide no other': async (store) => {
    await putRuns(store, 20);
    let turn = 0;
    const read = await readPages(store, { state: 'running' }, 3, async (page) => {
      // Of every page its first goes, its last changes state, and one that is still to come goes.
      const [first] = page;
      const last = page.at(-1);
      if (first) await store.deleteRun(first.runId);
      if (last && last !== first) await put(store, { run: next(last, { state: 'waiting' }) });
      await store.deleteRun(`run-${19 - turn}`);
      if (turn < 3) await putRuns(store, 1, 100 + turn);
      turn += 1;
    });
    expectThat(new Set(read).size === read.length, `a run came twice: ${read.join(' ')}`);
    const left = await idsOf(store, { state: 'running' });
    const missed = left.filter((id) => !read.includes(id) && !id.startsWith('run-1'));
    expectSame(missed, [], 'runs that were there all the while and did not come');
    const stayed = Array.from({ length: 14 }, (_, index) => `run-${index}`);
    expectSame(
      stayed.filter((id) => !read.includes(id)),
      [],
      'runs that were passed over',
    );
  },

  'runs of one instant are listed once each': async (store) => {
    const ids = ['d', 'a', 'c', 'b', 'e'];
    for (const runId of ids) await put(store, { run: sampleRun({ runId }) });
    const read = await readPages(store, {}, 2);
    expectSame([...read].sort(), [...ids].sort(), 'the runs');
  },

  'a limit or a cursor that is none is an error': async (store) => {
    await putRuns(store, 2);
    for (const limit of [0, -1, Number.NaN]) {
      await expectRejection(store.listRuns({}, { limit }), 'RangeError', `a limit of ${limit}`);
    }
    const bad = store.listRuns({}, { cursor: 'no cursor' });
    await expectRejection(bad, 'RangeError', 'a made-up cursor');
  },
};
