import type { CallRecord } from '../records.ts';
import type { ExpiryFilter, Store } from '../store.ts';
import { expectRejection, expectSame } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import { NOON, next, put, sampleCall, sampleRun } from './sample-records.ts';

async function expiring(store: Store, filter: ExpiryFilter = {}): Promise<readonly string[]> {
  const { items } = await store.listExpiring(filter);
  return items.map(({ runId, toolCallId }) => `${runId} ${toolCallId}`);
}

function waitingUntil(runId: string, toolCallId: string, expiresAt: number): CallRecord {
  return sampleCall({ runId, toolCallId, expiresAt, expiryAnswer: 'decline' });
}

/** Which waits expire, and when. */
export const expiryChecks: Checks = {
  'waits that expire are listed, the first to expire in front': async (store) => {
    const waiting = { state: 'waiting' } as const;
    await put(store, {
      run: sampleRun({ runId: 'a', ...waiting }),
      calls: [
        waitingUntil('a', 'late', NOON + 3000),
        waitingUntil('a', 'soon', NOON + 1000),
        sampleCall({ runId: 'a', toolCallId: 'never' }),
      ],
    });
    await put(store, {
      run: sampleRun({ runId: 'b', agentId: 'agent-2', ...waiting }),
      calls: [waitingUntil('b', 'between', NOON + 2000.5)],
    });
    expectSame(await expiring(store), ['a soon', 'b between', 'a late'], 'all of them');
    expectSame(await expiring(store, { agentIds: ['agent-1'] }), ['a soon', 'a late'], 'of one');
    expectSame(await expiring(store, { agentIds: ['nobody'] }), [], 'of nobody');
    const both = { agentIds: ['agent-2', 'agent-1'] };
    expectSame(await expiring(store, both), ['a soon', 'b between', 'a late'], 'of both');
    expectSame(await expiring(store, { to: NOON + 2000.5 }), ['a soon'], 'before the second');
    expectSame(await expiring(store, { from: NOON + 2000.5 }), ['b between', 'a late'], 'from it');
    expectSame(await expiring(store, { from: NOON, to: NOON + 1000 }), [], 'before the first');
    const { items } = await store.listExpiring({ to: NOON + 1001 });
    expectSame(items, [waitingUntil('a', 'soon', NOON + 1000)], 'the call, as it is kept');
  },

  'a call that does not wait any more does not expire': async (store) => {
    const first = waitingUntil('run-1', 'call-1', NOON + 1000);
    const second = waitingUntil('run-1', 'call-2', NOON + 2000);
    await put(store, { run: sampleRun({ state: 'waiting' }), calls: [first, second] });
    const { expiresAt, expiryAnswer, ...open } = first;
    const going: CallRecord = next(open, { state: 'executing' });
    await put(store, { calls: [going] });
    expectSame(await expiring(store), ['run-1 call-2'], 'while one executes');
    const again = next(going, { state: 'suspended', expiresAt: NOON + 5000 });
    await put(store, { calls: [again] });
    expectSame(await expiring(store), ['run-1 call-2', 'run-1 call-1'], 'once it waits again');
    await store.deleteRun('run-1');
    expectSame(await expiring(store), [], 'of a deleted run');
  },

  'waits that expire are listed in pages, also where they expire at the same time': async (
    store,
  ) => {
    const ids = Array.from({ length: 7 }, (_, index) => `call-${index}`);
    for (const runId of ['a', 'b']) {
      await put(store, {
        run: sampleRun({ runId, state: 'waiting' }),
        calls: ids.map((id, index) => waitingUntil(runId, id, NOON + Math.floor(index / 3))),
      });
    }
    const all = await expiring(store);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const at = cursor === undefined ? { limit: 3 } : { limit: 3, cursor };
      const page = await store.listExpiring({}, at);
      seen.push(...page.items.map(({ runId, toolCallId }) => `${runId} ${toolCallId}`));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expectSame(seen, all, 'the pages, one behind the other');
    expectSame([...seen].sort(), ids.flatMap((id) => [`a ${id}`, `b ${id}`]).sort(), 'all calls');
    for (const limit of [0, Number.NaN]) {
      await expectRejection(store.listExpiring({}, { limit }), 'RangeError', `limit ${limit}`);
    }
    for (const text of ['', 'x', '{}', '[1]', '["a",1,2]']) {
      await expectRejection(store.listExpiring({}, { cursor: text }), 'RangeError', text);
    }
  },
};
