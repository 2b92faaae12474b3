import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore } from '@helve/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { talkAtOnce } from './talk-at-once.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-turns-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('two processes that talk on one thread at once make one conversation', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'helve.db');
  const store = new SqliteStore({ path });
  await talkAtOnce(['sqlite', path, ''], store, 6);
  expect((await store.listRuns({ state: 'finished' })).items).toHaveLength(12);
  store.close();
});
