import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresStore } from '@helve/postgres';
import { expect, test } from 'vitest';
import { DeskWorker } from '../survival/desk-worker.ts';
import { Journal, readJournal } from '../survival/journal.ts';
import { journalStore } from '../survival/journal-store.ts';
import { judgeSurvival } from '../survival/judge-survival.ts';
import { makeDesk } from '../survival/make-desk.ts';
import { randomOf } from '../survival/random.ts';
import { isGoingOn, readRecords } from '../survival/read-records.ts';
import { startPostgres } from './start-postgres.ts';

const FAILED = 'STORE_FAILED';

test('a server that crashes again and again underneath a process loses nothing, and all runs end', async () => {
  const seed = 1;
  const random = randomOf(seed, 'server');
  const folder = mkdtempSync(join(tmpdir(), 'helve-lost-server-'));
  const path = join(folder, 'journal');
  const journal = new Journal(path, 0);
  const server = await startPostgres();
  // it gives up sooner than the server is back
  const store = new PostgresStore({ connectionString: server.url, retryMs: 0 });
  const desk = makeDesk({ store: journalStore(store, journal), journal, leaseMs: 1_500 });
  const worker = new DeskWorker(desk, journal, seed);
  try {
    for (let crash = 0; crash < 5; crash += 1) {
      const until = Date.now() + 300 + random.below(300);
      const crashed = pause(150 + random.below(150)).then(() => server.crashAndRestart());
      let isBack = false;
      void crashed.then(() => {
        isBack = true;
      });
      while (Date.now() < until || !isBack) {
        worker.act(true);
        await pause(3);
      }
      await crashed;
    }
    await worker.idle();
    while (await isGoingOn(store)) {
      worker.act(false);
      await pause(3);
    }
    await worker.idle();
    const entries = readJournal(path);
    expect(judgeSurvival(entries, await readRecords(store), [FAILED])).toEqual([]);
    const failures = entries.flatMap((entry) => ('code' in entry ? [entry] : []));
    const messages = failures.flatMap(({ code, message }) => (code === FAILED ? [message] : []));
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).toMatch(/PostgreSQL (failed\. It|was lost)/);
    expect(entries.some(({ kind }) => kind === 'recovered')).toBe(true);
  } finally {
    await store.close();
    await server.stop();
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
