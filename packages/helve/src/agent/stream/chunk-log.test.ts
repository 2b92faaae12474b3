import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkLog } from './chunk-log.ts';

async function readAll<T extends NonNullable<unknown>>(
  log: ChunkLog<T>,
  start?: number,
): Promise<readonly T[]> {
  const entries: T[] = [];
  for await (const entry of log.read(start)) entries.push(entry);
  return entries;
}

test('every reader gets every entry in order, whenever it came and wherever it started', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('read' as const), start: fc.nat({ max: 12 }) }),
    fc.record({ kind: fc.constant('let readers run' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const log = new ChunkLog<number>();
      const written: number[] = [];
      const readers: { readonly start: number; readonly read: Promise<readonly number[]> }[] = [];
      for (const next of steps) {
        if (next.kind === 'append') {
          for (let n = 0; n < next.count; n += 1) {
            written.push(written.length);
            log.append(written.length - 1);
          }
        } else if (next.kind === 'read') {
          readers.push({ start: next.start, read: readAll(log, next.start) });
        } else await Promise.resolve();
      }
      expect(log.length).toBe(written.length);
      log.close();
      for (const { start, read } of readers) expect(await read).toEqual(written.slice(start));
      expect(await readAll(log)).toEqual(written);
    }),
  );
});

test('a reader that leaves while it waits is let go, and the others are not', async () => {
  const log = new ChunkLog<string>();
  const leaving = log.read()[Symbol.asyncIterator]();
  const staying = log.read()[Symbol.asyncIterator]();
  const [left, stayed] = [leaving.next(), staying.next()];
  await leaving.return?.();
  expect(await left).toEqual({ done: true, value: undefined });
  log.append('one');
  expect(await stayed).toEqual({ done: false, value: 'one' });
  expect(await leaving.next()).toEqual({ done: true, value: undefined });
});

test('a closed log takes nothing more', async () => {
  const log = new ChunkLog<string>();
  log.append('one');
  log.close();
  log.append('two');
  expect(await readAll(log)).toEqual(['one']);
  expect(log.length).toBe(1);
});
