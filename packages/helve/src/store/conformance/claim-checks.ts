import type { RunRecord } from '../records.ts';
import type { Store } from '../store.ts';
import { expectRejection, expectSame, expectThat, fail } from './expect-same.ts';
import type { Checks } from './sample-records.ts';
import { next, put, sampleCall, sampleRun } from './sample-records.ts';

const run = sampleRun();
const LEASE_MS = 30_000;

async function claimed(store: Store, owner: string): Promise<RunRecord> {
  return (
    (await store.claimRun('run-1', owner, LEASE_MS)) ?? fail(`"${owner}" could not claim the run`)
  );
}

async function refused(store: Store, owner: string, why: string): Promise<void> {
  const got = await store.claimRun('run-1', owner, LEASE_MS);
  expectThat(got === undefined, `"${owner}" has claimed a run ${why}`);
}

async function claimable(store: Store): Promise<readonly string[]> {
  const { items } = await store.listRuns({ claimable: true });
  return items.map(({ runId }) => runId);
}

/** Who may carry a run out. */
export const claimChecks: Checks = {
  'a run that somebody holds is not claimed by another': async (store, clock) => {
    await put(store, { run });
    expectSame(await claimed(store, 'a'), run, 'the run that nobody held');
    await refused(store, 'b', 'that another holds');
    clock.passOn(LEASE_MS - 1);
    await refused(store, 'b', 'that another still holds');
    expectSame(await claimed(store, 'a'), run, 'the own run, claimed again');
    clock.passOn(LEASE_MS - 1);
    await refused(store, 'b', 'that was claimed again');
    expectSame(await store.loadRun('run-1'), run, 'the run, after all that');
  },

  'a lease that has run out is taken over, and fences its former owner off': async (
    store,
    clock,
  ) => {
    await put(store, { run });
    await claimed(store, 'a');
    clock.passOn(LEASE_MS);
    const taken = await claimed(store, 'b');
    expectSame(taken, next(run), 'the run that was taken over');
    expectSame(await store.loadRun('run-1'), taken, 'the run as it is kept');
    const late = await store.commit({ run: next(run, { stepCount: 7 }) });
    expectSame(
      late,
      { ok: false, conflict: { kind: 'run', runId: 'run-1', current: taken } },
      'what the former owner hears',
    );
    expectThat(!(await store.renewRun('run-1', 'a', LEASE_MS)), 'the former owner has renewed');
    await store.releaseRun('run-1', 'a');
    await refused(store, 'c', 'that the former owner has released');
    await put(store, { run: next(taken, { stepCount: 8 }) });
  },

  'a renewed lease holds from then on': async (store, clock) => {
    await put(store, { run });
    expectThat(!(await store.renewRun('run-1', 'a', LEASE_MS)), 'what nobody held was renewed');
    await claimed(store, 'a');
    for (let round = 0; round < 3; round += 1) {
      clock.passOn(LEASE_MS - 1);
      expectThat(await store.renewRun('run-1', 'a', LEASE_MS), 'the lease was not renewed');
    }
    clock.passOn(LEASE_MS - 1);
    await refused(store, 'b', 'whose lease was renewed');
    clock.passOn(LEASE_MS);
    expectThat(await store.renewRun('run-1', 'a', LEASE_MS), 'nobody else wanted it meanwhile');
    await refused(store, 'b', 'whose lease was renewed late');
    expectSame(await store.loadRun('run-1'), run, 'the run');
  },

  'a released run is there for the next': async (store) => {
    await put(store, { run });
    await claimed(store, 'a');
    await store.releaseRun('run-1', 'b');
    await refused(store, 'c', 'that was released by somebody else');
    await store.releaseRun('run-1', 'a');
    expectSame(await claimed(store, 'c'), run, 'the released run');
    await store.releaseRun('never-there', 'a');
  },

  'only a running run is claimed, and one that stops running is held by nobody': async (store) => {
    await refused(store, 'a', 'that is not there');
    await put(store, { run: sampleRun({ state: 'waiting' }) });
    await refused(store, 'a', 'that waits');
    const again = next(run);
    await put(store, { run: again });
    await claimed(store, 'a');
    const done = next(again, { state: 'finished' });
    await put(store, { run: done });
    await refused(store, 'a', 'that has finished');
    expectThat(!(await store.renewRun('run-1', 'a', LEASE_MS)), 'a finished run was renewed');
    await put(store, { run: next(done, { state: 'running' }) });
    await claimed(store, 'b');
  },

  'a transition claims the run that comes with it': async (store, clock) => {
    const lease = { owner: 'a', leaseMs: LEASE_MS };
    await put(store, { run, lease });
    expectSame(await claimable(store), [], 'what can be claimed');
    await refused(store, 'b', 'that was claimed as it was created');
    await put(store, { run: next(run) });
    await refused(store, 'b', 'whose owner has written');
    const second = next(next(run));
    const other = { owner: 'b', leaseMs: LEASE_MS };
    const result = await store.commit({ run: second, calls: [sampleCall()], lease: other });
    expectSame(
      result,
      { ok: false, conflict: { kind: 'run', runId: 'run-1', current: next(run) } },
      'a transition that claims what another holds',
    );
    expectSame(await store.loadCalls('run-1'), [], 'the calls that came with it');
    clock.passOn(LEASE_MS);
    await put(store, { run: second, lease: other });
    await refused(store, 'a', 'that was taken over with a transition');
    const waiting = next(second, { state: 'waiting' });
    await put(store, { run: waiting, lease: other });
    await put(store, { run: next(waiting), lease });
    await refused(store, 'b', 'that was woken up by another');
  },

  'the runs that can be claimed are listed': async (store, clock) => {
    const states = ['running', 'running', 'running', 'waiting', 'finished'] as const;
    for (const [index, state] of states.entries()) {
      await put(store, { run: sampleRun({ runId: `run-${index}`, state }) });
    }
    expectSame(await claimable(store), ['run-0', 'run-1', 'run-2'], 'at first');
    await store.claimRun('run-0', 'a', LEASE_MS);
    await store.claimRun('run-1', 'a', 2 * LEASE_MS);
    expectSame(await claimable(store), ['run-2'], 'while two are held');
    clock.passOn(LEASE_MS);
    expectSame(await claimable(store), ['run-0', 'run-2'], 'when one lease has run out');
    await store.releaseRun('run-1', 'a');
    expectSame(await claimable(store), ['run-0', 'run-1', 'run-2'], 'when one was released');
    const { items } = await store.listRuns({ claimable: true, agentId: 'nobody' });
    expectSame(items, [], 'of another agent');
  },

  'a lease of no length is an error': async (store) => {
    await put(store, { run });
    for (const leaseMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const what = `a lease of ${leaseMs}`;
      await expectRejection(store.claimRun('run-1', 'a', leaseMs), 'RangeError', what);
      await expectRejection(store.renewRun('run-1', 'a', leaseMs), 'RangeError', what);
      const lease = { owner: 'a', leaseMs };
      await expectRejection(store.commit({ run: next(run), lease }), 'RangeError', what);
    }
  },

  'of owners that claim the same run at once, one has it': async (store, clock) => {
    const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);
    await put(store, { run });
    for (let round = 0; round < 3; round += 1) {
      const claims = await Promise.all(
        owners.map((each) => store.claimRun('run-1', each, LEASE_MS)),
      );
      const won = claims.filter((claim) => claim !== undefined);
      expectThat(won.length === 1, `${won.length} of 8 owners have claimed the run`);
      expectSame(await store.loadRun('run-1'), won[0], 'the run');
      clock.passOn(LEASE_MS);
    }
  },
};
