import type { JsonValue } from 'helve';
import type { ChunkRecord } from 'helve/store';
import { idText } from './id-text.ts';
import { insertRows } from './insert-rows.ts';
import { keyOf } from './read-records.ts';
import type { Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Adds to a run's log what is not there yet, and gives the number that follows on the last chunk there
 * ever was; nothing where the run is not there or `owner` does not hold it.
 *
 * @throws RangeError where it would leave a gap.
 */
export function* appendChunks(
  tables: Tables,
  runId: string,
  chunks: readonly ChunkRecord[],
  owner?: string,
): Steps<number | undefined> {
  const { runs, dialect } = tables;
  const [run] = yield statement((put) => {
    const isHeld = owner === undefined ? '' : ` AND lease_owner = ${put(idText(owner))}`;
    // whoever takes the run over reads the log behind what was added, or adds behind it
    const lock = owner === undefined ? dialect.keyShare : dialect.forUpdate;
    return `SELECT run_key, has_log FROM ${runs}
      WHERE run_id = ${put(idText(runId))}${isHeld}${lock}`;
  });
  if (!run) return undefined;
  return yield* addChunks(tables, runId, Number(run['run_key']), run['has_log'] === 1, chunks);
}

/** Adds to the log of the run with the key `key`. */
export function* addChunks(
  tables: Tables,
  runId: string,
  key: number,
  hasLog: boolean,
  chunks: readonly ChunkRecord[],
): Steps<number> {
  const { runs, payload } = tables;
  const length = yield* lengthOf(tables, key);
  const added = newChunks(runId, chunks, length);
  if (added.length === 0) return length;
  const rows = added.map(({ number, chunk }) => [key, number, payload.write(chunk)]);
  // of two that append the same at once, one is first
  yield* insertRows(rows, {
    into: `${tables.chunks} (run_key, number, body)`,
    behind: 'ON CONFLICT (run_key, number) DO NOTHING',
  });
  if (!hasLog) {
    yield statement((put) => `UPDATE ${runs} SET has_log = 1 WHERE run_key = ${put(key)}`);
  }
  return length + added.length;
}

/** Reads a run's log from chunk `number` on. */
export function* readChunks(
  tables: Tables,
  runId: string,
  number: number,
): Steps<readonly ChunkRecord[]> {
  const rows = yield statement(
    (put) => `SELECT number, body FROM ${tables.chunks}
      WHERE run_key = ${keyOf(tables, put(idText(runId)))} AND number >= ${put(number)}
        AND body IS NOT NULL ORDER BY number`,
  );
  return rows.map((row) => ({
    number: Number(row['number']),
    // the column holds what `appendChunks` wrote
    chunk: tables.payload.read(row['body']) as JsonValue,
  }));
}

/**
 * Deletes a run's log. The place of the last chunk stays, so that numbers go on behind it and what was
 * deleted is not taken for new when it comes again.
 */
export function* deleteChunks(tables: Tables, runId: string): Steps<void> {
  yield* deleteLogs(tables, (put) => `run_id = ${put(idText(runId))}`);
}

/** Deletes the logs of the runs that a condition is true of. */
export function* deleteLogs({ runs, chunks }: Tables, which: (put: Put) => string): Steps<void> {
  const ofThose = (put: Put) => `run_key IN (SELECT run_key FROM ${runs} WHERE ${which(put)})`;
  yield statement(
    (put) => `DELETE FROM ${chunks} WHERE ${ofThose(put)}
      AND number < (SELECT MAX(c.number) FROM ${chunks} c WHERE c.run_key = ${chunks}.run_key)`,
  );
  yield statement((put) => `UPDATE ${chunks} SET body = NULL WHERE ${ofThose(put)}`);
  yield statement((put) => `UPDATE ${runs} SET has_log = 0 WHERE ${which(put)}`);
}

function* lengthOf({ chunks }: Tables, key: number): Steps<number> {
  const [row] = yield statement(
    (put) => `SELECT MAX(number) + 1 AS next FROM ${chunks} WHERE run_key = ${put(key)}`,
  );
  return Number(row?.['next'] ?? 0);
}

function newChunks(
  runId: string,
  chunks: readonly ChunkRecord[],
  length: number,
): readonly ChunkRecord[] {
  let next = length;
  return chunks.filter(({ number }) => {
    if (number > next) {
      throw new RangeError(
        `Chunk ${number} of run "${runId}" does not follow on the ${next} that are there.`,
      );
    }
    if (number < next) return false;
    next += 1;
    return true;
  });
}
