import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { CallRecord, RunRecord } from 'helve/store';
import { StoreError } from 'helve/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSqlite } from './load-sqlite.ts';
import type { SqliteStoreOptions } from './sqlite-store.ts';
import { SqliteStore } from './sqlite-store.ts';

const execFileAsync = promisify(execFile);

let folder: string;
const open: SqliteStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helve-sqlite-'));
});

afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  const store = new SqliteStore({ path: join(folder, 'helve.db'), ...options });
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

function call(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    toolName: 'refund',
    version: 0,
    step: 0,
    index: 0,
    state: 'approval',
    attempts: 0,
    transcript: { state: 'approval' },
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

/** Everything that is in the store's files. */
function bytesOnDisk(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
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

describe('a file', () => {
  test('is read again by whoever opens it next', async () => {
    const first = openStore();
    await first.commit({ run: run({ state: 'waiting' }), calls: [call()] });
    await first.appendChunks('run-1', [{ number: 0, chunk: 'a' }]);
    first.close();
    const second = openStore();
    expect(await second.loadRun('run-1')).toEqual(run({ state: 'waiting' }));
    expect(await second.loadCalls('run-1', { open: true })).toEqual([call()]);
    expect(await second.loadChunks('run-1')).toEqual([{ number: 0, chunk: 'a' }]);
  });

  test('is shared: what one connection has committed, another reads', async () => {
    const [one, other] = [openStore(), openStore()];
    await one.commit({ run: run() });
    expect((await other.commit({ run: run() })).ok).toBe(false);
    expect((await other.commit({ run: run({ version: 1 }) })).ok).toBe(true);
    expect(await one.loadRun('run-1')).toEqual(run({ version: 1 }));
    expect(await one.claimRun('run-1', 'one', 1000)).toBeDefined();
    expect(await other.claimRun('run-1', 'other', 1000)).toBeUndefined();
  });

  test('is opened by several processes at once, from the first moment on, and loses no increment', async () => {
    const path = join(folder, 'helve.db');
    const program = `
      import { SqliteStore } from '${new URL('../dist/index.js', import.meta.url).href}';
      const store = new SqliteStore({ path: ${JSON.stringify(path)} });
      await store.commit({ run: ${JSON.stringify(run())} });
      for (let done = 0; done < 50;) {
        const seen = await store.loadRun('run-1');
        const next = { ...seen, version: seen.version + 1, stepCount: seen.stepCount + 1 };
        if ((await store.commit({ run: next })).ok) done++;
      }
      store.close();`;
    const start = () => execFileAsync(process.execPath, ['--input-type=module', '-e', program]);
    await Promise.all([start(), start(), start(), start()]);
    expect(await openStore().loadRun('run-1')).toMatchObject({ version: 200, stepCount: 200 });
  }, 60_000);

  test('has nothing of a deleted run, or of an input that was dropped, in its bytes', async () => {
    const store = openStore();
    await store.commit({ run: run(), calls: [call({ acceptedInput: 'CANARY-1' })] });
    const other = run({ runId: 'run-2', resourceId: 'ada', settings: { note: 'CANARY-2' } });
    await store.commit({ run: other, calls: [call({ runId: 'run-2' })] });
    expect(bytesOnDisk()).toMatch(/CANARY-1/);
    expect(bytesOnDisk()).toMatch(/CANARY-2/);
    await store.commit({ calls: [call({ version: 1, state: 'settled' })] });
    await store.deleteResource('ada');
    expect(bytesOnDisk()).not.toContain('CANARY');
  });

  test('that is full keeps nothing of a transition, and takes others once there is room', async () => {
    const store = openStore({ maxBytes: 200_000 });
    await store.commit({ run: run() });
    const big = 'x'.repeat(20_000);
    const calls = Array.from({ length: 20 }, (_, index) =>
      call({ toolCallId: `call-${index}`, index, acceptedInput: big }),
    );
    const error = await failure(() => store.commit({ run: run({ version: 1 }), calls }));
    expect(error).toMatchObject({ reason: 'full', message: expect.stringContaining('make room') });
    expect(await store.loadRun('run-1')).toEqual(run());
    expect(await store.loadCalls('run-1')).toEqual([]);
    expect((await store.commit({ run: run({ version: 1 }) })).ok).toBe(true);
  });
});

describe('a codec', () => {
  const key = 0x2a;
  const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ key);
  const codec = {
    encode: (text: string) => flip(new TextEncoder().encode(text)),
    decode: (data: string | Uint8Array) => {
      if (typeof data === 'string') throw new Error('that is text');
      return new TextDecoder('utf-8', { fatal: true }).decode(flip(data));
    },
  };

  test('writes every payload in its own form, and reads it again', async () => {
    const store = openStore({ codec });
    const settings = { note: 'CANARY' };
    const message = { role: 'user', content: 'CANARY' } as const;
    await store.commit({
      run: run({ settings, threadId: 't' }),
      calls: [call({ acceptedInput: 'CANARY', suspendPayload: 'CANARY' })],
      messages: [{ runId: 'run-1', threadId: 't', position: 0, message }],
      decisions: [
        {
          runId: 'run-1',
          toolCallId: 'call-1',
          toolName: 'a',
          kind: 'approve',
          at: 1,
          reason: 'CANARY',
        },
      ],
    });
    await store.appendChunks('run-1', [{ number: 0, chunk: 'CANARY' }]);
    expect(bytesOnDisk()).toContain('refund');
    expect(bytesOnDisk()).not.toContain('CANARY');
    expect((await store.loadRun('run-1'))?.settings).toEqual(settings);
    expect((await store.loadThread('t'))[0]?.message).toEqual(message);
    expect((await store.loadDecisions('run-1'))[0]?.reason).toBe('CANARY');
    expect(await store.loadChunks('run-1')).toEqual([{ number: 0, chunk: 'CANARY' }]);
    expect((await store.loadCall('run-1', 'call-1'))?.acceptedInput).toBe('CANARY');
  });

  test('may write text, and may be added later', async () => {
    await openStore().commit({ run: run() });
    const reverse = (text: string | Uint8Array) => [...String(text)].reverse().join('');
    const store = openStore({ codec: { encode: reverse, decode: reverse } });
    expect(await store.loadRun('run-1')).toEqual(run());
    await store.commit({ run: run({ version: 1 }) });
    expect(await store.loadRun('run-1')).toEqual(run({ version: 1 }));
  });

  test('that is missing, or another one, is an error that says so', async () => {
    await openStore({ codec }).commit({ run: run() });
    const without = await failure(() => openStore().loadRun('run-1'));
    expect(without).toMatchObject({
      reason: 'unreadable',
      message: expect.stringContaining('codec'),
    });
    const decode = () => {
      throw new Error('bad key');
    };
    const other = await failure(() => openStore({ codec: { ...codec, decode } }).loadRun('run-1'));
    expect(other).toMatchObject({ reason: 'unreadable', cause: new Error('bad key') });
  });
});

describe('what is wrong is an error that says what to do', () => {
  test('a folder that is not there', async () => {
    const error = await failure(() => openStore({ path: join(folder, 'nowhere', 'helve.db') }));
    expect(error).toMatchObject({
      reason: 'unavailable',
      message: expect.stringContaining('folder'),
    });
  });

  test('a file that is no database', async () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'Dear diary, '.repeat(500));
    expect(await failure(() => openStore({ path }))).toMatchObject({ reason: 'unreadable' });
    expect(readFileSync(path, 'utf8')).toMatch(/^Dear diary/);
  });

  test('a file that a newer version of Helve has changed', async () => {
    openStore().close();
    const database = new DatabaseSync(join(folder, 'helve.db'));
    database.exec('UPDATE helve_schema SET version = 99');
    database.close();
    const error = await failure(() => openStore());
    expect(error).toMatchObject({ reason: 'newer', message: expect.stringContaining('99') });
  });

  test('another process that does not stop writing', async () => {
    const store = openStore({ busyTimeoutMs: 1 });
    const other = new DatabaseSync(join(folder, 'helve.db'));
    other.exec('BEGIN IMMEDIATE');
    expect(await failure(() => store.commit({ run: run() }))).toMatchObject({ reason: 'busy' });
    other.exec('COMMIT');
    other.close();
    expect((await store.commit({ run: run() })).ok).toBe(true);
  });

  test('a store that was closed', async () => {
    const store = openStore();
    store.close();
    store.close();
    expect(await failure(() => store.loadRun('run-1'))).toMatchObject({ reason: 'closed' });
    expect(await failure(() => store.commit({}))).toMatchObject({ reason: 'closed' });
  });

  test('a Node.js without SQLite', async () => {
    const error = await failure(() => loadSqlite(() => undefined));
    expect(error).toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining('22.13'),
    });
  });

  test.each([
    { path: '' },
    { busyTimeoutMs: -1 },
    { busyTimeoutMs: 0.5 },
    { maxBytes: 0 },
    { maxBytes: Number.NaN },
  ])('options that make no sense: %o', (options) => {
    expect(() => openStore(options)).toThrow(/path|busyTimeoutMs|maxBytes/);
  });
});
