import { PostgresStore } from '@helve/postgres';
import { storeChecks } from 'helve/testing';
import { Pool } from 'pg';
import { afterAll, describe, inject, test } from 'vitest';

const url = inject('postgresUrl');
const pool = new Pool({ connectionString: url, max: 10 });
afterAll(() => pool.end());

let count = 0;
const newSchema = (): string => `checks_${process.pid}_${count++}`;

describe('a store in PostgreSQL does what every store must', () => {
  const checks = storeChecks({
    create: (clock) => new PostgresStore({ ...clock, pool, schema: newSchema() }),
    dispose: (store) => store.close(),
  });
  for (const { name, run } of checks) test(name, run);
});
