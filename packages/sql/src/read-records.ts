import type { CallFilter, CallRecord, DecisionRecord, MessageRecord, RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import type { Row, Statement, Steps } from './sql-engine.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

// Each reads with one statement, so that what it gives was there at one moment.

/** Reads a run. */
export function* readRun(tables: Tables, runId: string): Steps<RunRecord | undefined> {
  const [row] = yield statement(
    (put) => `SELECT body FROM ${tables.runs} WHERE run_id = ${put(idText(runId))}`,
  );
  return row && bodyOf<RunRecord>(tables, row);
}

// The body of a call that was forgotten is empty.

/** Reads one call. */
export function* readCall(
  tables: Tables,
  runId: string,
  toolCallId: string,
): Steps<CallRecord | undefined> {
  const [row] = yield statement(
    (put) => `SELECT body FROM ${tables.calls}
      WHERE run_key = ${keyOf(tables, put(idText(runId)))} AND call_id = ${put(idText(toolCallId))}
      AND body <> ''`,
  );
  return row && bodyOf<CallRecord>(tables, row);
}

/** Of how many runs calls are read at once: databases take only so many parameters. */
const RUNS_AT_ONCE = 1000;

/** Reads the calls of runs in order, one run after the other. */
export function* readCalls(
  tables: Tables,
  runIds: readonly string[],
  filter: CallFilter,
): Steps<readonly CallRecord[]> {
  const byRun = new Map<string, CallRecord[]>(runIds.map((runId) => [runId, []]));
  for (let at = 0; at < runIds.length; at += RUNS_AT_ONCE) {
    const some = runIds.slice(at, at + RUNS_AT_ONCE);
    for (const call of yield* readCallsOf(tables, some, filter)) byRun.get(call.runId)?.push(call);
  }
  return runIds.flatMap((runId) => byRun.get(runId) ?? []);
}

function* readCallsOf(
  tables: Tables,
  runIds: readonly string[],
  { open, step }: CallFilter,
): Steps<readonly CallRecord[]> {
  // written out, because partial indexes are only used for a condition that is the same
  const isOpen = open === undefined ? '' : `AND is_open = ${open ? 1 : 0}`;
  return yield* readBodies<CallRecord>(
    tables,
    statement(
      (put) => `SELECT body FROM ${tables.calls}
        WHERE run_key ${keysOf(tables, runIds.map(idText).map(put))} AND body <> '' ${isOpen}
        ${step === undefined ? '' : `AND step = ${put(step)}`} ORDER BY run_key, step, place`,
    ),
  );
}

/** Reads a run's messages from `position` on. */
export function* readMessages(
  tables: Tables,
  runId: string,
  position: number,
): Steps<readonly MessageRecord[]> {
  return yield* readBodies<MessageRecord>(
    tables,
    statement(
      (put) => `SELECT body FROM ${tables.messages}
        WHERE run_key = ${keyOf(tables, put(idText(runId)))} AND position >= ${put(position)}
        ORDER BY position`,
    ),
  );
}

/** Reads the messages of a thread. */
export function* readThread(tables: Tables, threadId: string): Steps<readonly MessageRecord[]> {
  return yield* readBodies<MessageRecord>(
    tables,
    statement(
      (put) => `SELECT body FROM ${tables.messages} WHERE thread_id = ${put(idText(threadId))}
        ORDER BY message_key`,
    ),
  );
}

/** Reads the decisions on a run's calls. */
export function* readDecisions(tables: Tables, runId: string): Steps<readonly DecisionRecord[]> {
  return yield* readBodies<DecisionRecord>(
    tables,
    statement(
      (put) => `SELECT body FROM ${tables.decisions}
        WHERE run_key = ${keyOf(tables, put(idText(runId)))} ORDER BY decision_key`,
    ),
  );
}

/** The key of the run whose id is in parameter `id`, as part of a statement. */
export function keyOf({ runs }: Tables, id: string): string {
  return `(SELECT run_key FROM ${runs} WHERE run_id = ${id})`;
}

/** That a key is one of the runs whose ids are in parameters, as part of a statement. */
function keysOf(tables: Tables, ids: readonly string[]): string {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return `= ${keyOf(tables, only)}`;
  return `IN (SELECT run_key FROM ${tables.runs} WHERE run_id IN (${ids.join(', ')}))`;
}

/** What is in the column `body` of a row: a record of the kind that this table is for. */
export function bodyOf<T>({ payload }: Tables, row: Row): T {
  return payload.read(row['body']) as T;
}

function* readBodies<T>(tables: Tables, read: Statement): Steps<readonly T[]> {
  const rows = yield read;
  return rows.map((row) => bodyOf<T>(tables, row));
}
