import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduledStore } from '../behaviour/scheduled-store-kit.ts';
import { callsAll } from '../behaviour/test-kit.ts';
import { MINUTE, START, waitBench } from './wait-kit.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

test('whatever a person, a clock and two processes do when, a call whose wait expires has one decision', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat({ max: 25 }), async (scheduler, ticks) => {
      vi.setSystemTime(START);
      const { agent, restart, ran, store, ended } = waitBench(
        ({ prompt }) => (prompt.length === 1 ? callsAll(['pay', 'p']) : 'Well.'),
        // Nobody is taken for dead in that minute.
        { waits: { approval: { expiresAfterMs: MINUTE } }, leaseMs: 10 * MINUTE },
      );
      await agent.generate('Go.', { runId: 'r' });
      const others = ['ada', 'bob', 'eve'].map((name) =>
        restart({ store: scheduledStore(store, scheduler, name) }),
      );
      const [ada, ...late] = others;
      const person = ada?.approveToolCallGenerate({ runId: 'r', toolCallId: 'p', by: 'ada' }).then(
        () => 'decided',
        ({ code }) => String(code),
      );
      const passed = (async () => {
        for (let tick = 0; tick <= ticks; tick += 1) {
          await scheduler.schedule(Promise.resolve(), 'time passes');
        }
        vi.setSystemTime(START + MINUTE);
        const recoveries = await Promise.all(late.map((other) => other.recover()));
        const resumed = recoveries.flatMap((each) => each.resumed);
        await Promise.all(resumed.map(({ result }) => result));
        return recoveries;
      })();
      await scheduler.waitFor(Promise.all([person, passed, ended(2)]));
      const [outcome, recoveries] = [await person, await passed];
      seen.add(String(outcome));
      const decided = outcome === 'decided';
      expect(recoveries.flatMap(({ failed }) => failed)).toEqual([]);
      // Whoever decides too late sees to the expiry, too.
      const expired = recoveries.flatMap((each) => each.expired);
      expect(expired.length).toBeLessThanOrEqual(decided ? 0 : 1);
      expect(ran).toHaveBeenCalledTimes(decided ? 1 : 0);
      expect(await store.loadDecisions('r')).toMatchObject([
        decided ? { kind: 'approve', by: 'ada' } : { kind: 'decline', expired: true },
      ]);
      expect(await store.loadRun('r')).toMatchObject({ state: 'finished' });
    }),
  );
  // Else nothing was raced.
  expect(seen).toContain('decided');
  expect(seen.size).toBeGreaterThan(1);
});
