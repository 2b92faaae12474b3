import type { PostgresStoreOptions } from '@helve/postgres';
import { PostgresStore } from '@helve/postgres';
import type { RunRecord } from 'helve/store';
import { StoreError } from 'helve/store';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PostgresServer } from './start-postgres.ts';
import { startPostgres } from './start-postgres.ts';

const connectionString = inject('postgresUrl');
const admin = new Pool({ connectionString });
const open: PostgresStore[] = [];

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
afterAll(() => admin.end());

let count = 0;
const newSchema = (): string => `database_${process.pid}_${count++}`;

function openStore(options: PostgresStoreOptions): PostgresStore {
  const store = new PostgresStore({ maxConnections: 4, ...options });
  open.push(store);
  return store;
}

function run(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: 'run-1',
    agentId: 'agent-1',
    version: 0,
    state: 'running',
    stepCount: 0,
    settings: {},
    usage: {},
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

async function failure(work: () => unknown): Promise<StoreError> {
  try {
    await work();
  } catch (error) {
    if (StoreError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('it went through');
}

describe('the tables', () => {
  test('are made by whoever comes first, of many that come at once', async () => {
    // a name that has to be quoted
    const schema = `${newSchema()} "Ada"`;
    const stores = Array.from({ length: 6 }, () => openStore({ connectionString, schema }));
    const results = await Promise.all(stores.map((store) => store.commit({ run: run() })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('are used by a role that may not make any', async () => {
    const schema = newSchema();
    const role = `${schema}_role`;
    await admin.query(`CREATE ROLE ${role} LOGIN`);
    const limited = openStore({
      connectionString: connectionString.replace('postgres@', `${role}@`),
      schema,
    });
    const error = await failure(() => limited.commit({ run: run() }));
    expect(error).toMatchObject({ message: expect.stringContaining('migrate()') });
    await openStore({ connectionString, schema }).migrate();
    await admin.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    expect(await limited.commit({ run: run() })).toEqual({ ok: true });
  });

  test('that a newer version of Helve has changed are left alone', async () => {
    const schema = newSchema();
    await openStore({ connectionString, schema }).migrate();
    await admin.query(`UPDATE ${schema}.schema SET version = 99`);
    const error = await failure(() => openStore({ connectionString, schema }).loadRun('run-1'));
    expect(error).toMatchObject({ reason: 'newer', message: expect.stringContaining('99') });
  });
});

test('several stores share the records', async () => {
  const schema = newSchema();
  const [one, other] = [
    openStore({ connectionString, schema }),
    openStore({ connectionString, schema }),
  ];
  await one.commit({ run: run() });
  const increment = async (store: PostgresStore): Promise<void> => {
    for (let done = 0; done < 30; ) {
      const seen = await store.loadRun('run-1');
      if (!seen) throw new Error('the run is gone');
      const next = { ...seen, version: seen.version + 1, stepCount: seen.stepCount + 1 };
      if ((await store.commit({ run: next })).ok) done += 1;
    }
  };
  await Promise.all([one, one, other, other].map(increment));
  expect(await one.loadRun('run-1')).toMatchObject({ version: 120, stepCount: 120 });
  const claims = await Promise.all(
    [one, other, one, other].map((store, index) => store.claimRun('run-1', `${index}`, 60_000)),
  );
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
});

test('transitions that lock the same records in different orders all come to an end', async () => {
  const store = openStore({ connectionString, schema: newSchema() });
  const ids = ['a', 'b', 'c'] as const;
  const call = (toolCallId: string, version: number) =>
    ({
      runId: 'run-1',
      toolCallId,
      toolName: 'refund',
      version,
      step: 0,
      index: 0,
      state: 'executing',
      attempts: 1,
      transcript: { state: 'executing' },
      createdAt: 1,
      updatedAt: 1,
    }) as const;
  await store.commit({ run: run(), calls: ids.map((id) => call(id, 0)) });
  for (let version = 1; version < 20; version += 1) {
    const calls = ids.map((id) => call(id, version));
    const tries = [calls, calls.toReversed(), calls, calls.toReversed()];
    const results = await Promise.all(tries.map((each) => store.commit({ calls: each })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

test('a codec keeps payloads out of the tables', async () => {
  const schema = newSchema();
  const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x2a);
  const codec = {
    encode: (text: string) => flip(new TextEncoder().encode(text)),
    decode: (data: string | Uint8Array) => new TextDecoder().decode(flip(Buffer.from(data))),
  };
  const store = openStore({ connectionString, schema, codec });
  await store.commit({ run: run({ settings: { note: 'CANARY' } }) });
  await store.appendChunks('run-1', [{ number: 0, chunk: 'CANARY' }]);
  expect((await store.loadRun('run-1'))?.settings).toEqual({ note: 'CANARY' });
  expect(await store.loadChunks('run-1')).toEqual([{ number: 0, chunk: 'CANARY' }]);
  const { rows } = await admin.query(
    `SELECT r::text AS row FROM ${schema}.runs r UNION SELECT c::text FROM ${schema}.chunks c`,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('CANARY');
});

test("types that the application has told its pool don't matter", async () => {
  const types = { getTypeParser: () => () => 'whatever' };
  // the declarations of `pg` want a parser of every format
  const pool = new Pool({ connectionString, types: types as never });
  const store = openStore({ pool, schema: newSchema() });
  await store.commit({ run: run() });
  await store.commit({ run: run({ version: 1 }) });
  expect(await store.loadRun('run-1')).toEqual(run({ version: 1 }));
  await store.close();
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
});

describe('a server that goes away', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('and comes back has all that was committed, and the store goes on', async () => {
    const store = openStore({ connectionString: server.url, retryMs: 60_000 });
    await store.commit({ run: run() });
    let known = 0;
    let restart = Promise.resolve();
    for (let version = 1; version <= 200; version += 1) {
      // first while connections are idle, then while they are at work
      if (version === 50) await server.crashAndRestart();
      if (version === 100) restart = server.crashAndRestart();
      const result = await store.commit({ run: run({ version }) }).catch(StoreError.isInstance);
      if (typeof result === 'object' && result.ok) known = version;
      // what could not be confirmed may have been kept or not: what is there tells
      else version = (await store.loadRun('run-1'))?.version ?? 0;
    }
    await restart;
    expect(known).toBe(200);
    expect(await store.loadRun('run-1')).toEqual(run({ version: 200 }));
  });
});

test('a server that is not there is an error that says so', async () => {
  const nowhere = 'postgres://postgres@127.0.0.1:1/postgres';
  const store = openStore({ connectionString: nowhere, retryMs: 0 });
  expect(await failure(() => store.loadRun('run-1'))).toMatchObject({ reason: 'unavailable' });
  const wrong = openStore({ connectionString: `${connectionString}_no_such` });
  expect(await failure(() => wrong.loadRun('run-1'))).toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining('no such database'),
  });
});

test('a store that was closed says so', async () => {
  const store = openStore({ connectionString, schema: newSchema() });
  await store.commit({ run: run() });
  await store.close();
  await store.close();
  expect(await failure(() => store.loadRun('run-1'))).toMatchObject({ reason: 'closed' });
});

test.each([
  {},
  { connectionString: '' },
  { connectionString, pool: admin },
  { connectionString, schema: '' },
  { connectionString, maxConnections: 0 },
  { connectionString, retryMs: -1 },
])('options that make no sense are an error: %o', (options) => {
  expect(() => new PostgresStore(options)).toThrow(/connectionString|schema|maxConn|retryMs/);
});
