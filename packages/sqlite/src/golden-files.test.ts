import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteStore } from './sqlite-store.ts';

// A new version of the tables adds its file here; those before it stay as they are.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-golden-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function databaseFrom(version: number): string {
  const path = join(folder, `version-${version}.db`);
  const database = new DatabaseSync(path);
  const file = new URL(`golden/version-${version}.sql`, import.meta.url);
  database.exec(readFileSync(file, 'utf8'));
  database.close();
  return path;
}

function tablesOf(path: string): readonly string[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').all();
  database.close();
  return rows.map(({ sql }) => String(sql).replaceAll(/\s+/g, ' ')).sort();
}

test('a database of version 1 is read, and gone on with', async () => {
  const store = new SqliteStore({ path: databaseFrom(1), now: () => 1_770_000_000_000 });
  const run = await store.loadRun('run-1');
  expect(run).toMatchObject({ state: 'waiting', resourceId: 'ada', usage: { inputTokens: 12 } });
  const [waiting, settled] = await store.loadCalls('run-1');
  expect(waiting).toMatchObject({ toolCallId: 'call-1', acceptedInput: { order: '1042' } });
  expect(settled).toMatchObject({ state: 'settled', result: { type: 'text', value: 'Done.' } });
  const [message] = await store.loadThread('thread-1');
  expect(message?.message).toEqual({ role: 'user', content: 'Refund order 1042.' });
  expect(await store.loadMessages('run-1')).toHaveLength(1);
  expect(await store.loadDecisions('run-1')).toMatchObject([{ kind: 'approve', by: 'ada' }]);
  expect(await store.loadChunks('run-1')).toHaveLength(2);
  expect(await store.loadChunks('run-2')).toEqual([]);
  expect((await store.listRuns({ toolName: 'refund' })).items).toEqual([run]);
  expect((await store.listRuns({ claimable: true })).items).toEqual([]);
  expect((await store.listExpiring({})).items).toEqual([]);
  expect(await store.renewRun('run-2', 'process-1', 1000)).toBe(true);
  expect(run && (await store.commit({ run: { ...run, version: 1, state: 'running' } }))).toEqual({
    ok: true,
  });
  await store.deleteResource('ada');
  expect((await store.listRuns({})).items).toEqual([]);
  store.close();
});

test('a database of version 2 has waits that expire and turns that last', async () => {
  const store = new SqliteStore({ path: databaseFrom(2), now: () => 1_770_000_000_000 });
  const [waiting] = await store.loadCalls('run-1', { open: true });
  expect(waiting).toMatchObject({ expiresAt: 1_770_000_060_000, expiryAnswer: 'decline' });
  expect((await store.listExpiring({ agentIds: ['desk'] })).items).toEqual([waiting]);
  const [run] = (await store.listRuns({ threadId: 'thread-3' })).items;
  const second = run && { ...run, runId: 'run-4' };
  const lease = { owner: 'process-2', leaseMs: 1000, turn: true };
  expect(second && (await store.commit({ run: second, lease }))).toEqual({
    ok: false,
    conflict: { kind: 'thread', threadId: 'thread-3', runId: 'run-3' },
  });
  store.close();
});

test.each([1, 2])(
  'a new database has the tables that one of version %i is brought to',
  (version) => {
    const path = join(folder, 'new.db');
    new SqliteStore({ path }).close();
    const old = databaseFrom(version);
    new SqliteStore({ path: old }).close();
    expect(tablesOf(old)).toEqual(tablesOf(path));
  },
);
