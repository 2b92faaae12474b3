import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkLog } from './chunk-log.ts';
import { select } from './select.ts';

/** Shows some entries at once, some later, and leaves out others, at once or later. */
function pick(entry: number): number | undefined | Promise<number | undefined> {
  const item = entry % 3 === 0 ? undefined : entry;
  return entry % 2 === 0 ? item : Promise.resolve(item);
}

async function readAll(log: ChunkLog<number>): Promise<readonly number[]> {
  const items: number[] = [];
  for await (const item of select(log.read(), pick)) items.push(item);
  return items;
}

test('every reader gets what is made of each entry in order, at once or later', async () => {
  const step = fc.constantFrom('append', 'append', 'read', 'let readers run');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const log = new ChunkLog<number>();
      const readers: Promise<readonly number[]>[] = [];
      for (const next of steps) {
        if (next === 'append') log.append(log.length);
        else if (next === 'read') readers.push(readAll(log));
        else await Promise.resolve();
      }
      log.close();
      const shown = Array.from({ length: log.length }, (_, at) => at).filter((at) => at % 3 !== 0);
      for (const read of [...readers, readAll(log)]) expect(await read).toEqual(shown);
    }),
  );
});

test('a reader is given what it makes of an entry, and its failure', async () => {
  const log = new ChunkLog<number>();
  const failing = select(log.read(), () => Promise.reject(new Error('no form')));
  log.append(1);
  await expect(failing[Symbol.asyncIterator]().next()).rejects.toThrow('no form');
});

test('a reader that leaves while it waits is let go', async () => {
  const log = new ChunkLog<number>();
  const reader = select(log.read(), pick)[Symbol.asyncIterator]();
  const waiting = reader.next();
  await reader.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });
  log.append(2);
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});
