import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { NumberedChunk, Recovery } from 'helve/agent';
import { afterEach, expect, test } from 'vitest';
import type { Order } from './desk-worker.ts';
import type { FedDesk, Place } from './fed-desk.ts';
import { openDesk, say } from './fed-desk.ts';

const WORKER = fileURLToPath(new URL('./desk-worker.ts', import.meta.url));

/** A desk in a process of its own. */
export interface OtherProcess {
  tell(order: Order): void;
  /** Resolves with the next thing that it says. */
  said(): Promise<unknown>;
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
const desks = new Set<FedDesk>();
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  for (const { store } of desks) await store.close();
  desks.clear();
});

async function startProcess(place: Place, leaseMs: number): Promise<OtherProcess> {
  const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  const said = () => new Promise((resolve) => child.once('message', resolve));
  await said();
  const tell = (order: Order): void => void child.send(order);
  tell({ open: place, leaseMs });
  return {
    tell,
    said,
    kill: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function openHere(place: Place, leaseMs: number): FedDesk {
  const desk = openDesk(place, leaseMs);
  desks.add(desk);
  return desk;
}

/** Recovers until something was there to recover: leases have to run out first. */
async function recoverWhenDead({ agent }: FedDesk): Promise<Recovery> {
  for (;;) {
    const recovery = await agent.recover();
    if (recovery.resumed.length + recovery.failed.length > 0) return recovery;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Reads on until a chunk comes that fits; gives all that were read. */
async function until(
  cursor: AsyncIterator<NumberedChunk>,
  fits: (chunk: NumberedChunk['chunk']) => boolean,
): Promise<NumberedChunk[]> {
  const read: NumberedChunk[] = [];
  for (;;) {
    const { done, value } = await cursor.next();
    if (done) throw new Error('the stream has ended');
    read.push(value);
    if (fits(value.chunk)) return read;
  }
}

const isText =
  (text: string) =>
  (chunk: NumberedChunk['chunk']): boolean =>
    chunk.type === 'text-delta' && chunk.payload.text === text;

/** Streams that one process writes, joined in another. `newPlace` gives a store with nothing in it. */
export function expectJoinedStreams(newPlace: () => Place): void {
  const LEASE_MS = 1_000;

  test('a stream is followed from another process, and goes on there when its own dies', async () => {
    const place = newPlace();
    const here = openHere(place, LEASE_MS);
    await here.store.loadRun('nothing');
    const there = await startProcess(place, LEASE_MS);
    const streams = there.said();
    there.tell({ stream: 'run-1' });
    await streams;
    const { numberedStream } = await here.agent.observeStream({ runId: 'run-1' });
    const cursor = numberedStream[Symbol.asyncIterator]();
    there.tell({ feed: say.begin });
    const read: NumberedChunk[] = [];
    for (const bit of ['one ', 'two ']) {
      there.tell({ feed: say.bit(bit) });
      read.push(...(await until(cursor, isText(bit))));
    }
    await there.kill();
    const { resumed, failed } = await recoverWhenDead(here);
    expect(failed).toEqual([]);
    here.feed(...say.begin, ...say.bit('three '));
    read.push(...(await until(cursor, isText('three '))));
    here.feed(...say.end);
    read.push(...(await until(cursor, ({ type }) => type === 'finish')));
    expect((await cursor.next()).done).toBe(true);
    expect(await resumed[0]?.result).toMatchObject({ text: 'three ' });
    expect(read.map(({ number }) => number)).toEqual(read.map((_, index) => index));
    // where it was begun anew, the stream says so
    expect(read.filter(({ chunk }) => chunk.type === 'start')).toHaveLength(2);
    const again: NumberedChunk[] = [];
    const joined = await here.agent.observeStream({ runId: 'run-1' });
    for await (const each of joined.numberedStream) again.push(each);
    expect(again).toEqual(read);
  }, 60_000);
}
