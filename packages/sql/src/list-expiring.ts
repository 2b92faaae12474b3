import type { CallRecord, ExpiryFilter, Page } from 'helve/store';
import { idText } from './id-text.ts';
import type { PageOptions } from './list-runs.ts';
import { checkLimit, DEFAULT_LIMIT } from './list-runs.ts';
import { bodyOf } from './read-records.ts';
import type { Row, SqlValue, Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * Lists calls in the order in which their waits expire. A cursor is the last place of a page.
 *
 * @throws RangeError for a limit or a cursor that is none.
 */
export function* listExpiring(
  tables: Tables,
  { agentIds, from, to }: ExpiryFilter,
  page: PageOptions,
): Steps<Page<CallRecord>> {
  const limit = checkLimit(page.limit ?? DEFAULT_LIMIT);
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor);
  const { calls, runs } = tables;
  const rows = yield statement((put) => {
    const conditions = [
      'c.expires_at IS NOT NULL',
      ...(from === undefined ? [] : [`c.expires_at >= ${time(from, put)}`]),
      ...(to === undefined ? [] : [`c.expires_at < ${time(to, put)}`]),
      ...(after ? [isBehind(after, put)] : []),
      ...(agentIds ? [`r.agent_id IN (${agentIds.map((id) => put(idText(id))).join(', ')})`] : []),
    ];
    // CROSS JOIN keeps SQLite from beginning with the runs; PostgreSQL decides for itself
    return `SELECT c.expires_at, c.run_key, c.call_id, c.body
      FROM ${calls} c CROSS JOIN ${runs} r
      WHERE r.run_key = c.run_key AND ${conditions.join(' AND ')}
      ORDER BY c.expires_at, c.run_key, c.call_id LIMIT ${put(limit + 1)}`;
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => bodyOf<CallRecord>(tables, row)),
    ...(last && rows.length > limit ? { cursor: writeCursor(last) } : {}),
  };
}

/** A place in the order: when, which run, which call. */
type Place = readonly [number, number, string];

/** The first comparison alone is what the index is searched for. */
function isBehind([expiresAt, key, id]: Place, put: Put): string {
  const at = time(expiresAt, put);
  return `c.expires_at >= ${at} AND (c.expires_at > ${at} OR c.run_key > ${put(key)}
    OR (c.run_key = ${put(key)} AND c.call_id > ${put(id)}))`;
}

function time(value: number, put: Put): string {
  return `CAST(${put(value)} AS DOUBLE PRECISION)`;
}

function writeCursor(row: Row): string {
  const values: readonly (SqlValue | undefined)[] = [row['run_key'], row['call_id']];
  return JSON.stringify([Number(row['expires_at']), Number(values[0]), values[1]]);
}

function readCursor(cursor: string): Place {
  const [expiresAt, key, id] = parsed(cursor);
  if (typeof expiresAt === 'number' && typeof key === 'number' && typeof id === 'string') {
    return [expiresAt, key, id];
  }
  throw new RangeError(
    `"${cursor}" is no cursor of this store. Pass on the one from the last page.`,
  );
}

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
