import { claimChecks } from './conformance/claim-checks.ts';
import { commitChecks } from './conformance/commit-checks.ts';
import { expiryChecks } from './conformance/expiry-checks.ts';
import { listChecks } from './conformance/list-checks.ts';
import { loadChecks } from './conformance/load-checks.ts';
import { raceChecks } from './conformance/race-checks.ts';
import { checkRandomHistory } from './conformance/random-history.ts';
import { retentionChecks } from './conformance/retention-checks.ts';
import { TestClock } from './conformance/test-clock.ts';
import { turnChecks } from './conformance/turn-checks.ts';
import { watchChecks } from './conformance/watch-checks.ts';
import type { Store } from './store.ts';

/** One thing that every store must do. */
export interface StoreCheck {
  /** The behaviour, in words. */
  readonly name: string;
  /** Rejects with an error that says what the store did instead. */
  readonly run: () => Promise<void>;
}

/** How stores under test are made, and disposed of. */
export interface StoreUnderTest<T extends Store> {
  /** A store with nothing in it, whose leases go by the clock `now`; each check asks for its own. */
  readonly create: (clock: { readonly now: () => number }) => T | Promise<T>;
  /** Called after each check, whatever came of it. */
  readonly dispose?: (store: T) => void | Promise<void>;
  /** Where random histories start; the same number gives the same histories. Default 1. */
  readonly seed?: number;
}

const RANDOM_HISTORIES = 5;
const ROUNDS = 30;

/**
 * Everything that a store promises, as checks that any test runner can run.
 *
 * @example
 * import { storeChecks } from 'helve/testing';
 *
 * for (const { name, run } of storeChecks({ create: (clock) => new MemoryStore(clock) })) test(name, run);
 */
export function storeChecks<T extends Store>(underTest: StoreUnderTest<T>): readonly StoreCheck[] {
  const { create, dispose, seed = 1 } = underTest;
  const checks = Object.entries({
    ...commitChecks,
    ...loadChecks,
    ...listChecks,
    ...claimChecks,
    ...turnChecks,
    ...expiryChecks,
    ...retentionChecks,
    ...raceChecks,
    ...watchChecks,
  });
  for (let index = 0; index < RANDOM_HISTORIES; index += 1) {
    checks.push([
      `random transitions of several writers (seed ${seed + index})`,
      (store) => checkRandomHistory(store, seed + index, ROUNDS),
    ]);
  }
  return checks.map(([name, check]) => ({
    name,
    run: async () => {
      const clock = new TestClock();
      const store = await create(clock);
      try {
        await check(store, clock);
      } finally {
        await dispose?.(store);
      }
    },
  }));
}
