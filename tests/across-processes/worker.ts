import { PostgresStore } from '@helve/postgres';
import { SqliteStore } from '@helve/sqlite';
import type { Store } from 'helve/store';
import { Pool } from 'pg';
import type { Act, DeskPlan } from './desk.ts';
import { act } from './desk.ts';

// A process that does at desks what it is asked to. It keeps the stores it has opened, and nothing
// of any run.

const stores = new Map<string, Store>();
const { HELVE_TEST_DATABASE: connectionString } = process.env;
// shared, since every desk has a schema of its own
const pool = connectionString === undefined ? undefined : new Pool({ connectionString, max: 4 });

/** What the parent sends, and is answered by its number. */
export interface Order {
  readonly number: number;
  readonly plan: DeskPlan;
  readonly order: Act;
}

/** The answer to an order. */
export type Answer = { readonly number: number } & (
  | { readonly value: unknown }
  | { readonly error: { readonly code: string | undefined; readonly message: string } }
);

process.on('message', (message: Order) => {
  void answer(message).then((reply) => process.send?.(reply));
});
// the parent is gone, or wants no more
process.on('disconnect', () => process.exit());

async function answer({ number, plan, order }: Order): Promise<Answer> {
  try {
    const store = stores.get(plan.store) ?? openStore(plan.store);
    return { number, value: await act(store, plan, order) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { number, error: { code, message: String(error) } };
  }
}

function openStore(name: string): Store {
  const store =
    pool === undefined
      ? new SqliteStore({ path: name })
      : new PostgresStore({ pool, schema: name });
  stores.set(name, store);
  return store;
}
