import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteStore } from '@helve/sqlite';
import { afterAll, expect, test } from 'vitest';
import { DeskWorker } from './desk-worker.ts';
import type { Entry } from './journal.ts';
import { Journal, readJournal } from './journal.ts';
import { journalStore } from './journal-store.ts';
import { judgeKept } from './judge-records.ts';
import { judgeSurvival } from './judge-survival.ts';
import { makeDesk } from './make-desk.ts';
import { isGoingOn, readRecords } from './read-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'helve-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FAILED = 'STORE_FAILED';

/** What went wrong, as whoever used the agent was told. */
function failuresIn(entries: readonly Entry[]): readonly { code: string; message: string }[] {
  return entries.flatMap((entry) =>
    (entry.kind === 'failed' || entry.kind === 'refused') && entry.code === FAILED ? [entry] : [],
  );
}

test.each([1, 2, 3])(
  'a full disk loses nothing, and with room again all runs go on (seed %i)',
  async (seed) => {
    const path = join(folder, `journal-${seed}`);
    const journal = new Journal(path, 0);
    const store = new SqliteStore({ path: join(folder, `${seed}.db`), maxBytes: 500_000 });
    const desk = makeDesk({ store: journalStore(store, journal), journal, leaseMs: 1_500 });
    const instructions = JSON.stringify({ name: 'ballast', steps: [], delayMs: 0 });
    await desk.generate('x'.repeat(300_000), { runId: 'ballast', instructions });
    const worker = new DeskWorker(desk, journal, seed);
    const act = async (isEnough: () => boolean | Promise<boolean>, mayBegin: boolean) => {
      while (!(await isEnough())) {
        for (let acts = 0; acts < 20; acts += 1) {
          worker.act(mayBegin);
          await pause(2);
        }
      }
      await worker.idle();
    };

    await act(() => failuresIn(readJournal(path)).length >= 30, true);
    const entries = readJournal(path);
    for (const { message } of failuresIn(entries)) expect(message).toContain('is full');
    expect(judgeKept(entries, await readRecords(store))).toEqual([]);

    // what nobody needs any more makes room
    await store.deleteRun('ballast');
    await act(async () => !(await isGoingOn(store)), false);
    const isBallast = (entry: Entry): boolean => JSON.stringify(entry).includes('"ballast"');
    const rest = readJournal(path).filter((entry) => !isBallast(entry));
    expect(judgeSurvival(rest, await readRecords(store), [FAILED])).toEqual([]);
    expect(rest.some(({ kind }) => kind === 'recovered')).toBe(true);
    journal.close();
    store.close();
  },
  60_000,
);
