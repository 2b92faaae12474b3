import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { PostgresStoreOptions } from '@helve/postgres';
import { PostgresStore } from '@helve/postgres';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { CALLS, countMarks, runCanaryDesk } from '../at-rest/canary-desk.ts';
import { sealingCodec } from '../at-rest/sealing-codec.ts';
import { findPostgres } from './start-postgres.ts';

const connectionString = inject('postgresUrl');
const open: PostgresStore[] = [];
let count = 0;

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

function openStore(options: Partial<PostgresStoreOptions> = {}): [PostgresStore, () => Buffer] {
  const schema = `dump_${process.pid}_${count++}`;
  const store = new PostgresStore({ connectionString, schema, maxConnections: 2, ...options });
  open.push(store);
  return [store, () => dump(schema)];
}

/** Everything in a schema, as a backup has it. */
function dump(schema: string): Buffer {
  const args = [`--dbname=${connectionString}`, `--schema=${schema}`, '--data-only'];
  const made = spawnSync(join(findPostgres() ?? '', 'pg_dump'), args, { maxBuffer: 2 ** 26 });
  expect(made.stderr.toString()).toBe('');
  expect(made.stdout.toString()).toContain('canary-desk');
  return made.stdout;
}

describe('the dump of a PostgreSQL database', () => {
  test('holds of raw payloads what law 5 lets it hold, and no more of it when calls have settled', async () => {
    const [store, dumped] = openStore();
    const goOn = await runCanaryDesk(store);
    expect(countMarks(dumped())).toEqual({ input: CALLS + 2, suspend: 1, message: 1 });
    await goOn();
    expect(countMarks(dumped())).toEqual({ input: CALLS, message: 1 });
  });

  test('holds none of them where a codec seals what is kept', async () => {
    const [store, dumped] = openStore({ codec: sealingCodec() });
    const goOn = await runCanaryDesk(store);
    expect(countMarks(dumped())).toEqual({});
    await goOn();
    expect(countMarks(dumped())).toEqual({});
  });
});
