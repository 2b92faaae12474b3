import { deleteLogs } from './chunk-log.ts';
import { deleteWithSubRuns } from './delete-runs.ts';
import type { SqlValue, Statement, Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** How much goes in one transaction: others wait meanwhile. */
const AT_ONCE = 50;

const ENDED = `state IN ('finished', 'failed', 'aborted')`;

/** Deletes some of the logs of runs that ended before; `false` when there were no more. */
export function* pruneChunks(tables: Tables, before: number): Steps<boolean> {
  const keys = yield* found(
    statement(
      (put) => `SELECT run_key AS found FROM ${tables.runs}
        WHERE has_log = 1 AND updated_at < ${put(before)} AND ${ENDED} LIMIT ${AT_ONCE}`,
    ),
  );
  if (keys.length > 0) yield* deleteLogs(tables, (put) => isIn('run_key', keys, put));
  return keys.length > 0;
}

/** Deletes some of the runs that ended before and are on no thread, with those below them. */
export function* pruneRuns(tables: Tables, before: number): Steps<boolean> {
  const ids = yield* found(
    statement(
      (put) => `SELECT run_id AS found FROM ${tables.runs}
        WHERE thread_id IS NULL AND parent_run_id IS NULL AND updated_at < ${put(before)}
          AND ${ENDED} LIMIT ${AT_ONCE}`,
    ),
  );
  yield* deleteFound(tables, 'run_id', ids);
  return ids.length > 0;
}

/** Deletes some of the threads on which all ended before. */
export function* pruneThreads(tables: Tables, before: number): Steps<boolean> {
  const threads = yield* found(
    statement(
      (put) => `SELECT thread_id AS found FROM ${tables.runs} WHERE thread_id IS NOT NULL
        GROUP BY thread_id
        HAVING MAX(CASE WHEN ${ENDED} AND updated_at < ${put(before)} THEN 0 ELSE 1 END) = 0
        LIMIT ${AT_ONCE}`,
    ),
  );
  yield* deleteFound(tables, 'thread_id', threads);
  return threads.length > 0;
}

function* deleteFound(
  tables: Tables,
  column: 'run_id' | 'thread_id',
  values: readonly SqlValue[],
): Steps<void> {
  if (values.length === 0) return;
  yield* deleteWithSubRuns(
    tables,
    ({ runs }, put) => `SELECT run_id FROM ${runs} WHERE ${isIn(column, values, put)}`,
  );
}

function* found(select: Statement): Steps<readonly SqlValue[]> {
  const rows = yield select;
  return rows.flatMap((row) => row['found'] ?? []);
}

function isIn(column: string, values: readonly SqlValue[], put: Put): string {
  return `${column} IN (${values.map(put).join(', ')})`;
}
