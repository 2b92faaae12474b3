import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore } from '@helve/sqlite';
import { afterEach, beforeEach, test } from 'vitest';
import { expireInMany } from './expire-in-many.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-waits-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('of many that look for expired waits at once, one carries each of them out', async () => {
  await expireInMany(() => new SqliteStore({ path: join(folder, 'helve.db') }));
});
