import { idText } from './id-text.ts';
import type { Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Which runs go: as a select of `run_id`, with parameters. */
type Select = (tables: Tables, put: Put) => string;

/** Deletes a run and the runs below it. */
export function* deleteRun(tables: Tables, runId: string): Steps<void> {
  yield* deleteWithSubRuns(tables, (_, put) => `SELECT CAST(${put(idText(runId))} AS TEXT)`);
}

/** Deletes all runs of a thread and those below them. */
export function* deleteThread(tables: Tables, threadId: string): Steps<void> {
  const id = idText(threadId);
  yield* deleteWithSubRuns(
    tables,
    ({ runs }, put) => `SELECT run_id FROM ${runs} WHERE thread_id = ${put(id)}`,
  );
  yield statement((put) => `DELETE FROM ${tables.messages} WHERE thread_id = ${put(id)}`);
}

/** Deletes all runs for a resource and those below them. */
export function* deleteResource(tables: Tables, resourceId: string): Steps<void> {
  yield* deleteWithSubRuns(
    tables,
    ({ runs }, put) => `SELECT run_id FROM ${runs} WHERE resource_id = ${put(idText(resourceId))}`,
  );
}

/** What belongs to a run goes with it: the tables refer to it with ON DELETE CASCADE. */
export function* deleteWithSubRuns(tables: Tables, select: Select): Steps<void> {
  const { runs } = tables;
  yield statement(
    (put) => `WITH RECURSIVE doomed (run_id) AS (
        ${select(tables, put)}
        UNION
        SELECT r.run_id FROM ${runs} r JOIN doomed d ON r.parent_run_id = d.run_id
      )
      DELETE FROM ${runs} WHERE run_id IN (SELECT run_id FROM doomed)`,
  );
}
