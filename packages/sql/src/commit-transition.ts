import type {
  CallRecord,
  CallReference,
  CommitResult,
  Conflict,
  DecisionRecord,
  Lease,
  MessageRecord,
  RunRecord,
  Transition,
} from 'helve/store';
import { addChunks } from './chunk-log.ts';
import { idText } from './id-text.ts';
import { insertRows } from './insert-rows.ts';
import { putRun } from './put-run.ts';
import { bodyOf, readCall } from './read-records.ts';
import type { Row, Steps } from './sql-engine.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { nowIn } from './tables.ts';

/** Numbers of runs in the database, by their ids. */
type RunKeys = Map<string, number>;

/**
 * Writes a transition. Nothing is looked at before it is written: whether a record is what its writer
 * has seen is part of each statement, so that it holds however many write at once. A conflict means
 * that what was written so far has to be undone.
 */
export function* commitTransition(tables: Tables, transition: Transition): Steps<CommitResult> {
  const conflict = yield* writeTransition(tables, transition);
  return conflict ? { ok: false, conflict } : { ok: true };
}

function* writeTransition(tables: Tables, transition: Transition): Steps<Conflict | undefined> {
  const { run, lease, calls = [], messages = [], decisions = [], forget = [] } = transition;
  const keys: RunKeys = new Map();
  if (run) {
    const conflict = yield* writeRun(tables, run, lease, keys);
    if (conflict) return conflict;
  }
  for (const { runId } of [...calls, ...messages, ...decisions, ...forget]) {
    if (keys.has(runId)) continue;
    const key = yield* findRun(tables, runId);
    if (key === undefined) return { kind: 'run', runId };
    keys.set(runId, key);
  }
  return (
    (yield* writeCalls(tables, calls, keys)) ??
    (yield* forgetCalls(tables, calls, forget, keys)) ??
    (yield* writeMessages(tables, messages, keys)) ??
    (yield* writeDecisions(tables, decisions, keys)) ??
    (yield* writeNews(tables, transition, keys))
  );
}

/** Whether those who watch the run are to hear of it. */
export function tells({ run, chunks = [], tell }: Transition): string | undefined {
  return tell || chunks.length > 0 ? run?.runId : undefined;
}

/** What others are shown, and that there is something to look at. */
function* writeNews(tables: Tables, transition: Transition, keys: RunKeys): Steps<undefined> {
  const runId = tells(transition);
  const key = runId === undefined ? undefined : keys.get(runId);
  if (runId === undefined || key === undefined) return undefined;
  const { chunks = [] } = transition;
  if (chunks.length > 0) yield* addChunks(tables, runId, key, false, chunks);
  const { notify } = tables.dialect;
  if (notify !== undefined) yield { text: notify, values: [idText(runId)] };
  return undefined;
}

function* writeRun(
  tables: Tables,
  run: RunRecord,
  lease: Lease | undefined,
  keys: RunKeys,
): Steps<Conflict | undefined> {
  const { runId } = run;
  const taken = lease?.turn ? yield* findTurn(tables, run) : undefined;
  if (taken) return taken;
  const [row] = yield putRun(tables, run, lease);
  if (row) {
    keys.set(runId, Number(row['run_key']));
    return undefined;
  }
  const [found] = yield statement(
    (put) => `SELECT body FROM ${tables.runs} WHERE run_id = ${put(idText(runId))}`,
  );
  // the column holds what `putRun` wrote
  const current = found && (tables.payload.read(found['body']) as RunRecord);
  return { kind: 'run', runId, ...(current ? { current } : {}) };
}

/** Whose turn it is on the run's thread, where it is another's. */
function* findTurn(tables: Tables, { runId, threadId }: RunRecord): Steps<Conflict | undefined> {
  if (threadId === undefined) return undefined;
  yield* lockThreads(tables, [threadId]);
  const [row] = yield statement(
    (put) => `SELECT body FROM ${tables.runs}
      WHERE thread_id = ${put(idText(threadId))} AND has_turn = 1
      AND run_id <> ${put(idText(runId))} AND lease_until > ${nowIn(tables, put)} LIMIT 1`,
  );
  return row && { kind: 'thread', threadId, runId: bodyOf<RunRecord>(tables, row).runId };
}

/** The run's key, which stays good until the transaction ends. */
function* findRun(tables: Tables, runId: string): Steps<number | undefined> {
  const { runs, dialect } = tables;
  const [row] = yield statement(
    (put) => `SELECT run_key FROM ${runs} WHERE run_id = ${put(idText(runId))}${dialect.keyShare}`,
  );
  return row && Number(row['run_key']);
}

function* writeCalls(
  tables: Tables,
  calls: readonly CallRecord[],
  keys: RunKeys,
): Steps<Conflict | undefined> {
  const written = new Set<string>();
  // always in the same order, so that two that write the same calls never wait for each other
  const places = calls.map((call) => ({
    call,
    place: JSON.stringify([call.runId, call.toolCallId]),
  }));
  for (const { call, place } of places.sort((a, b) => (a.place < b.place ? -1 : 1))) {
    const { runId, toolCallId } = call;
    const rows: readonly Row[] = written.has(place) ? [] : yield putCall(tables, call, keys);
    if (rows.length === 0) {
      const current = yield* readCall(tables, runId, toolCallId);
      return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
    }
    written.add(place);
  }
  return undefined;
}

function putCall({ calls, payload }: Tables, call: CallRecord, keys: RunKeys) {
  const { runId, toolCallId, toolName, version, step, index, state, expiresAt } = call;
  return statement((put) => {
    const key = put(keys.get(runId) ?? null);
    const id = put(idText(toolCallId));
    const body = put(payload.write(call));
    const isOpen = state === 'settled' ? 0 : 1;
    const columns = [version, idText(toolName), step, index, isOpen, expiresAt ?? null].map(put);
    const names = 'version, tool_name, step, place, is_open, expires_at';
    return version === 0
      ? `INSERT INTO ${calls} (run_key, call_id, body, ${names})
         VALUES (${key}, ${id}, ${body}, ${columns.join(', ')})
         ON CONFLICT (run_key, call_id) DO NOTHING RETURNING version`
      : `UPDATE ${calls} SET body = ${body}, (${names}) = (${columns.join(', ')})
         WHERE run_key = ${key} AND call_id = ${id} AND version = ${put(version - 1)}
         AND body <> ''
         RETURNING version`;
  });
}

/** A call's row stays, without its body, so that its id stays taken. */
function* forgetCalls(
  tables: Tables,
  written: readonly CallRecord[],
  forget: readonly CallReference[],
  keys: RunKeys,
): Steps<Conflict | undefined> {
  const ids = new Set(written.map(({ runId, toolCallId }) => JSON.stringify([runId, toolCallId])));
  const places = forget.map((call) => ({
    ...call,
    place: JSON.stringify([call.runId, call.toolCallId]),
  }));
  for (const call of places.sort((a, b) => (a.place < b.place ? -1 : 1))) {
    const { runId, toolCallId, version, place } = call;
    const rows: readonly Row[] = ids.has(place)
      ? []
      : yield statement(
          (put) => `UPDATE ${tables.calls} SET body = '', is_open = 0
            WHERE run_key = ${put(keys.get(runId) ?? null)} AND call_id = ${put(idText(toolCallId))}
            AND version = ${put(version)} AND body <> '' RETURNING version`,
        );
    if (rows.length > 0) continue;
    const current = yield* readCall(tables, runId, toolCallId);
    return { kind: 'call', runId, toolCallId, ...(current ? { current } : {}) };
  }
  return undefined;
}

function* writeMessages(
  tables: Tables,
  messages: readonly MessageRecord[],
  keys: RunKeys,
): Steps<Conflict | undefined> {
  const conflict = yield* findGap(tables, messages, keys);
  if (conflict || messages.length === 0) return conflict;
  yield* lockThreads(
    tables,
    messages.flatMap(({ threadId }) => (threadId === undefined ? [] : [threadId])),
  );
  const rows = messages.map((record) => [
    keys.get(record.runId) ?? null,
    record.position,
    record.threadId === undefined ? null : idText(record.threadId),
    tables.payload.write(record),
  ]);
  const written = yield* insertRows(rows, {
    into: `${tables.messages} (run_key, position, thread_id, body)`,
    behind: 'ON CONFLICT (run_key, position) DO NOTHING RETURNING run_key, position',
  });
  if (written.length === messages.length) return undefined;
  const there = new Set(written.map((row) => `${row['run_key']} ${row['position']}`));
  const lost = messages.find(({ runId, position }) => !there.has(`${keys.get(runId)} ${position}`));
  return lost && { kind: 'message', runId: lost.runId, position: lost.position };
}

/** Messages that others commit at the same time are noticed when ours are written. */
function* findGap(
  tables: Tables,
  messages: readonly MessageRecord[],
  keys: RunKeys,
): Steps<Conflict | undefined> {
  const next = new Map<string, number>();
  for (const { runId, position } of messages) {
    const expected = next.get(runId) ?? (yield* countMessages(tables, keys.get(runId) ?? 0));
    if (position !== expected) return { kind: 'message', runId, position };
    next.set(runId, expected + 1);
  }
  return undefined;
}

function* countMessages({ messages }: Tables, key: number): Steps<number> {
  const [row] = yield statement(
    (put) => `SELECT MAX(position) + 1 AS next FROM ${messages} WHERE run_key = ${put(key)}`,
  );
  return Number(row?.['next'] ?? 0);
}

function* lockThreads({ dialect }: Tables, threads: readonly string[]): Steps<void> {
  const { lockThread } = dialect;
  if (lockThread === undefined) return;
  // always in the same order, so that two never wait for each other
  for (const threadId of [...new Set(threads.map(idText))].sort()) {
    yield { text: lockThread, values: [threadId] };
  }
}

function* writeDecisions(
  tables: Tables,
  decisions: readonly DecisionRecord[],
  keys: RunKeys,
): Steps<undefined> {
  const rows = decisions.map((record) => [
    keys.get(record.runId) ?? null,
    tables.payload.write(record),
  ]);
  yield* insertRows(rows, { into: `${tables.decisions} (run_key, body)`, behind: '' });
  return undefined;
}
