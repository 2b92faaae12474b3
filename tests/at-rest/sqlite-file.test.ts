import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '@helve/sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { CALLS, countMarks, runCanaryDesk } from './canary-desk.ts';
import { sealingCodec } from './sealing-codec.ts';

const folder = mkdtempSync(join(tmpdir(), 'helve-at-rest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every byte of the database's files, once what is in the log is where it belongs. */
function bytesOf(name: string): Buffer {
  const database = new DatabaseSync(join(folder, name));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const files = readdirSync(folder).filter((file) => file.startsWith(name));
  expect(files).toContain(name);
  return Buffer.concat(files.map((file) => readFileSync(join(folder, file))));
}

describe('the bytes of a SQLite file', () => {
  test('hold of raw payloads what law 5 lets them hold, and no more of it when calls have settled', async () => {
    const store = new SqliteStore({ path: join(folder, 'plain.db') });
    const goOn = await runCanaryDesk(store);
    // what the model wrote, in the history; the accepted input of the two calls that wait; what one
    // of them asks; and what a tool threw, as its model was told
    expect(countMarks(bytesOf('plain.db'))).toEqual({ input: CALLS + 2, suspend: 1, message: 1 });
    await goOn();
    expect(countMarks(bytesOf('plain.db'))).toEqual({ input: CALLS, message: 1 });
    await store.deleteResource('resource-1');
    expect(countMarks(bytesOf('plain.db'))).toEqual({});
    store.close();
  });

  test('hold none of them where a codec seals what is kept', async () => {
    const store = new SqliteStore({ path: join(folder, 'sealed.db'), codec: sealingCodec() });
    const goOn = await runCanaryDesk(store);
    expect(countMarks(bytesOf('sealed.db'))).toEqual({});
    await goOn();
    expect(countMarks(bytesOf('sealed.db'))).toEqual({});
    store.close();
  });
});
