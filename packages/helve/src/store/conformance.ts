import { commitChecks } from './conformance/commit-checks.ts';
import { listChecks } from './conformance/list-checks.ts';
import { loadChecks } from './conformance/load-checks.ts';
import { raceChecks } from './conformance/race-checks.ts';
import { checkRandomHistory } from './conformance/random-history.ts';
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
  /** A store with nothing in it; each check asks for its own. */
  readonly create: () => T | Promise<T>;
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
 * for (const { name, run } of storeChecks({ create: () => new MemoryStore() })) test(name, run);
 */
export function storeChecks<T extends Store>(underTest: StoreUnderTest<T>): readonly StoreCheck[] {
  const { create, dispose, seed = 1 } = underTest;
  const checks = Object.entries({ ...commitChecks, ...loadChecks, ...listChecks, ...raceChecks });
  for (let index = 0; index < RANDOM_HISTORIES; index += 1) {
    checks.push([
      `random transitions of several writers (seed ${seed + index})`,
      (store) => checkRandomHistory(store, seed + index, ROUNDS),
    ]);
  }
  return checks.map(([name, check]) => ({
    name,
    run: async () => {
      const store = await create();
      try {
        await check(store);
      } finally {
        await dispose?.(store);
      }
    },
  }));
}
