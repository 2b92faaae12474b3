import type { PostgresStoreOptions } from '@helve/postgres';
import { PostgresStore } from '@helve/postgres';
import type { RunRecord, Store } from 'helve/store';
import { StoreError } from 'helve/store';
import { Pool } from 'pg';
import { afterAll, afterEach, expect, inject, test } from 'vitest';

const connectionString = inject('postgresUrl');
const admin = new Pool({ connectionString });
const open: PostgresStore[] = [];

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});
afterAll(() => admin.end());

let count = 0;
const newSchema = (): string => `watch_${process.pid}_${count++}`;

function openStore(options: PostgresStoreOptions): PostgresStore {
  const from = options.pool ? {} : { connectionString };
  const store = new PostgresStore({ maxConnections: 2, ...from, ...options });
  open.push(store);
  return store;
}

const run: RunRecord = {
  runId: 'run-1',
  agentId: 'agent-1',
  version: 0,
  state: 'running',
  stepCount: 0,
  settings: {},
  usage: {},
  createdAt: 1,
  updatedAt: 1,
};

/** Watches a run; `told()` resolves with the first news after it was called. */
async function listen(store: Store, runId: string) {
  let wake = (): void => undefined;
  let news = 0;
  const stop = await store.watch(runId, () => {
    news += 1;
    wake();
  });
  return {
    stop,
    told: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    get news() {
      return news;
    },
  };
}

/** The processes of the server that listen for the news of a schema. */
async function listening(schema: string): Promise<readonly number[]> {
  const { channelOf } = await import('../../packages/postgres/src/postgres-listener.ts');
  const { rows } = await admin.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE query = $1',
    [`LISTEN ${channelOf(schema)}`],
  );
  return rows.map(({ pid }) => pid);
}

test('what one store writes is told to those who watch at another', async () => {
  const schema = newSchema();
  const [writer, reader] = [openStore({ schema }), openStore({ schema })];
  await writer.commit({ run });
  const ear = await listen(reader, 'run-1');
  for (let number = 0; number < 3; number += 1) {
    const told = ear.told();
    await writer.appendChunks('run-1', [{ number, chunk: 'x' }]);
    await told;
    expect(await reader.loadChunks('run-1', number)).toHaveLength(1);
  }
  const told = ear.told();
  await writer.commit({ run: { ...run, version: 1, state: 'finished' }, tell: true });
  await told;
  expect(await reader.loadRun('run-1')).toMatchObject({ state: 'finished' });
  ear.stop();
});

test('news of other runs and of other schemas wakes nobody', async () => {
  const [schema, other] = [newSchema(), newSchema()];
  const [here, there] = [openStore({ schema }), openStore({ schema: other })];
  await here.commit({ run });
  await here.commit({ run: { ...run, runId: 'run-2' } });
  await there.commit({ run });
  const ear = await listen(here, 'run-1');
  await there.appendChunks('run-1', [{ number: 0, chunk: 'x' }]);
  await here.appendChunks('run-2', [{ number: 0, chunk: 'x' }]);
  const told = ear.told();
  await here.appendChunks('run-1', [{ number: 0, chunk: 'x' }]);
  await told;
  expect(ear.news).toBe(1);
  ear.stop();
});

test('a transition that is undone tells nobody', async () => {
  const schema = newSchema();
  const store = openStore({ schema });
  await store.commit({ run });
  const ear = await listen(store, 'run-1');
  const stale = { ...run, version: 7 };
  expect(await store.commit({ run: stale, tell: true })).toMatchObject({ ok: false });
  const told = ear.told();
  await store.appendChunks('run-1', [{ number: 0, chunk: 'x' }]);
  await told;
  expect(ear.news).toBe(1);
  ear.stop();
});

test('a connection that is lost is made again, and those who watch look once more', async () => {
  const schema = newSchema();
  const [writer, reader] = [openStore({ schema }), openStore({ schema })];
  await writer.commit({ run });
  const ear = await listen(reader, 'run-1');
  for (let round = 0; round < 3; round += 1) {
    const [pid] = await listening(schema);
    const told = ear.told();
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    await told;
    const toldAgain = ear.told();
    await writer.appendChunks('run-1', [{ number: round, chunk: 'x' }]);
    await toldAgain;
  }
  ear.stop();
});

test('one connection listens however many watch, and none when nobody does', async () => {
  const schema = newSchema();
  const store = openStore({ schema, maxConnections: 1 });
  await store.commit({ run });
  expect(await listening(schema)).toHaveLength(0);
  const ears = await Promise.all(['run-1', 'run-1', 'run-2'].map((id) => listen(store, id)));
  expect(await listening(schema)).toHaveLength(1);
  // the only other connection is free for the work
  expect(await store.loadRun('run-1')).toMatchObject({ runId: 'run-1' });
  for (const { stop } of ears) stop();
  await expect.poll(() => listening(schema)).toHaveLength(0);
  const again = await listen(store, 'run-1');
  expect(await listening(schema)).toHaveLength(1);
  again.stop();
});

test('a pool of the application lends a connection, and keeps the others', async () => {
  const pool = new Pool({ connectionString, max: 2 });
  const schema = newSchema();
  const store = openStore({ pool, schema });
  await store.commit({ run });
  const ear = await listen(store, 'run-1');
  const told = ear.told();
  await store.appendChunks('run-1', [{ number: 0, chunk: 'x' }]);
  await told;
  ear.stop();
  await store.close();
  expect(pool.totalCount).toBe(pool.idleCount);
  await pool.end();
});

test('where nobody can listen, whoever wants to watch is told why', async () => {
  const nowhere = 'postgres://postgres@127.0.0.1:1/postgres';
  const store = openStore({ schema: newSchema(), listenConnectionString: nowhere });
  const error: unknown = await store.watch('run-1', () => undefined).catch((reason) => reason);
  expect(StoreError.isInstance(error) && error.reason).toBe('unavailable');
});
