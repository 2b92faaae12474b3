import { storeChecks } from 'helve/testing';
import { describe, test } from 'vitest';
import { SqliteStore } from './sqlite-store.ts';

describe('a store in SQLite does what every store must', () => {
  const checks = storeChecks({
    create: (clock) => new SqliteStore({ ...clock, path: ':memory:' }),
    dispose: (store) => store.close(),
  });
  for (const { name, run } of checks) test(name, run);
});
