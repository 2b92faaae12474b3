import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from 'helve/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FileWatch } from './file-watch.ts';
import { SqliteStore } from './sqlite-store.ts';

let folder: string;
const open: SqliteStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-sqlite-'));
});

afterEach(() => {
  vi.useRealTimers();
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(): SqliteStore {
  const store = new SqliteStore({ path: join(folder, 'helve.db') });
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

test('the file is looked at while somebody watches, and only then', () => {
  vi.useFakeTimers();
  let version = 1;
  const look = vi.fn(() => version);
  const changed = vi.fn();
  const watch = new FileWatch(look);
  vi.advanceTimersByTime(1000);
  expect(look).not.toHaveBeenCalled();
  const stop = watch.add('run-1', changed);
  const stopOther = watch.add('run-2', () => undefined);
  vi.advanceTimersByTime(1000);
  expect(changed).not.toHaveBeenCalled();
  version = 2;
  vi.advanceTimersByTime(1000);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
  expect(vi.getTimerCount()).toBe(1);
  stopOther();
  expect(vi.getTimerCount()).toBe(0);
});

test('one that stops as it is told leaves nothing behind', () => {
  vi.useFakeTimers();
  let version = 1;
  const watch = new FileWatch(() => version);
  const stop = watch.add('run-1', () => stop());
  version = 2;
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a file that cannot be read is no end of watching', () => {
  vi.useFakeTimers();
  let version: number | Error = 1;
  const changed = vi.fn();
  const watch = new FileWatch(() => {
    if (version instanceof Error) throw version;
    return version;
  });
  const stop = watch.add('run-1', changed);
  version = new Error('no');
  vi.advanceTimersByTime(100);
  expect(changed).toHaveBeenCalled();
  changed.mockClear();
  version = 1;
  vi.advanceTimersByTime(100);
  expect(changed).toHaveBeenCalledTimes(1);
  stop();
});

test('closing the store ends it', async () => {
  const store = openStore();
  await store.watch('run-1', () => undefined);
  store.close();
  await expect(store.watch('run-1', () => undefined)).rejects.toThrow('closed');
});

const WRITER = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  process.stdin.on('data', () => {
    const { next } = database.prepare('SELECT COUNT(*) AS next FROM helve_chunks').get();
    database.prepare('INSERT INTO helve_chunks (run_key, number, body) VALUES (1, ?, ?)')
      .run(next, JSON.stringify('chunk ' + next));
  });
  process.stdout.write('ready');
`;

test('what another process writes to the file is told here', async () => {
  const store = openStore();
  await store.commit({ run });
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', WRITER];
  const writer = spawn(process.execPath, [...args, join(folder, 'helve.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    let wake = (): void => undefined;
    const stop = await store.watch('run-1', () => wake());
    for (let number = 0; number < 3; number += 1) {
      const told = new Promise<void>((resolve) => {
        wake = resolve;
      });
      writer.stdin.write('go');
      await told;
      expect(await store.loadChunks('run-1', number)).toEqual([
        { number, chunk: `chunk ${number}` },
      ]);
    }
    stop();
  } finally {
    writer.kill();
  }
});
