import type { RunRecord } from '../records.ts';
import type { CommitResult, Store } from '../store.ts';
import { expectSame, expectThat } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import { next, put, sampleMessage, sampleRun } from './sample-records.ts';

const LEASE_MS = 30_000;

const first = sampleRun({ runId: 'first', threadId: 't' });
const second = sampleRun({ runId: 'second', threadId: 't' });

function take(store: Store, run: RunRecord, owner = run.runId): Promise<CommitResult> {
  const { runId, threadId = '' } = run;
  const messages = run.version === 0 ? [sampleMessage({ runId, threadId })] : [];
  return store.commit({ run, messages, lease: { owner, leaseMs: LEASE_MS, turn: true } });
}

async function taken(store: Store, run: RunRecord, owner?: string): Promise<RunRecord> {
  const result = await take(store, run, owner);
  expectSame(result, { ok: true }, `whether "${run.runId}" has the turn`);
  return run;
}

async function refused(store: Store, run: RunRecord, by: RunRecord, owner?: string): Promise<void> {
  const conflict = { kind: 'thread', threadId: 't', runId: by.runId };
  expectSame(await take(store, run, owner), { ok: false, conflict }, `what "${run.runId}" hears`);
}

/** Whose turn it is on a thread. */
export const turnChecks: Checks = {
  'of the runs on a thread, one has the turn, until it waits or ends': async (store) => {
    const running = await taken(store, first);
    await refused(store, second, first);
    expectThat(!(await store.loadRun('second')), 'a run was kept that was refused');
    expectSame(await store.loadMessages('second'), [], 'the messages that came with it');
    await taken(store, sampleRun({ runId: 'elsewhere', threadId: 'u' }));
    await taken(store, sampleRun({ runId: 'alone' }));
    const again = await taken(store, next(running));
    await put(store, { run: next(again, { state: 'waiting' }) });
    await taken(store, second);
    const woken = next(next(again, { state: 'waiting' }));
    await refused(store, woken, second);
    await put(store, { run: woken, lease: { owner: 'first', leaseMs: LEASE_MS } });
    await put(store, { run: next(second, { state: 'finished' }) });
    await taken(store, next(woken));
  },

  'a turn lasts as long as its lease': async (store, clock) => {
    await taken(store, first);
    clock.passOn(LEASE_MS - 1);
    await store.renewRun('first', 'first', LEASE_MS);
    clock.passOn(LEASE_MS - 1);
    await refused(store, second, first);
    clock.passOn(1);
    await taken(store, second);
    expectThat(await store.renewRun('first', 'first', LEASE_MS), 'the lease was not renewed');
    const third = sampleRun({ runId: 'third', threadId: 't' });
    await refused(store, third, second);
    await store.releaseRun('second', 'second');
    await taken(store, third);
  },

  'a run that is taken over has to take its turn': async (store, clock) => {
    await taken(store, first);
    clock.passOn(LEASE_MS);
    const claimed = await store.claimRun('first', 'other', LEASE_MS);
    await taken(store, second);
    await refused(store, next(claimed ?? first), second, 'other');
  },

  'a thread that was deleted is nobody’s': async (store) => {
    await taken(store, first);
    await store.deleteThread('t');
    await taken(store, second);
    await store.deleteRun('second');
    await taken(store, first);
  },

  'of runs that take the turn at once, one has it': async (store) => {
    for (let round = 0; round < 5; round += 1) {
      const threadId = `t${round}`;
      const runs = Array.from({ length: 8 }, (_, index) =>
        sampleRun({ runId: `run-${round}-${index}`, threadId }),
      );
      const results = await Promise.all(runs.map((run) => take(store, run)));
      const won = results.filter(({ ok }) => ok);
      expectThat(won.length === 1, `${won.length} of 8 runs have the turn`);
    }
  },
};
