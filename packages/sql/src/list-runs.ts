import type { Page, RunFilter, RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import { bodyOf } from './read-records.ts';
import type { Statement, Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { nowIn } from './tables.ts';

export const DEFAULT_LIMIT = 100;
/** More than anyone can hold; databases count no further than they can. */
const HIGHEST_LIMIT = 2 ** 31 - 2;

/** Where a page begins and how long it is. */
export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/**
 * Lists runs in the order of their keys, which is that of their creation. A cursor is the last key of
 * a page. @throws RangeError for a limit or a cursor that is none.
 */
export function* listRuns(
  tables: Tables,
  filter: RunFilter,
  page: PageOptions,
): Steps<Page<RunRecord>> {
  const limit = checkLimit(page.limit ?? DEFAULT_LIMIT);
  const after = page.cursor === undefined ? 0 : readCursor(page.cursor);
  // one more than asked for, so that a cursor is only given where it leads on
  const rows = yield selectRuns(tables, filter, after, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => bodyOf<RunRecord>(tables, row)),
    ...(last && rows.length > limit ? { cursor: String(last['run_key']) } : {}),
  };
}

function selectRuns(tables: Tables, filter: RunFilter, after: number, limit: number): Statement {
  const { runs } = tables;
  return statement((put) => {
    const { toolName, claimable } = filter;
    const calls = toolName === undefined ? undefined : firstCalls(tables, toolName, put);
    const key = calls ? 'c.run_key' : 'r.run_key';
    const conditions = [
      ...(calls?.conditions ?? []),
      `${key} > ${put(after)}`,
      ...conditionsOf(filter, put),
      ...(claimable ? claimableNow(tables, put) : []),
    ];
    return `SELECT r.run_key, r.body FROM ${calls?.from ?? ''}${runs} r
      WHERE ${conditions.join(' AND ')} ORDER BY ${key} LIMIT ${put(limit)}`;
  });
}

function conditionsOf(filter: RunFilter, put: Put): readonly string[] {
  const conditions: string[] = [];
  const equal = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.push(`r.${column} = ${put(idText(value))}`);
  };
  equal('agent_id', filter.agentId);
  equal('thread_id', filter.threadId);
  equal('resource_id', filter.resourceId);
  equal('state', filter.state);
  if (filter.from !== undefined) conditions.push(`r.created_at >= ${put(filter.from)}`);
  if (filter.to !== undefined) conditions.push(`r.created_at < ${put(filter.to)}`);
  return conditions;
}

function claimableNow(tables: Tables, put: Put): readonly string[] {
  const isFree = `(r.lease_owner IS NULL OR r.lease_until <= ${nowIn(tables, put)})`;
  return ["r.state = 'running'", isFree];
}

/**
 * The first open call of a tool in each run. Its index has them in the order of runs, so that runs are
 * looked up one after the other until the page is full, be there few such calls or many. CROSS JOIN
 * keeps SQLite from beginning with the runs; PostgreSQL decides for itself.
 */
function firstCalls({ calls }: Tables, toolName: string, put: Put) {
  const name = put(idText(toolName));
  const earlier = `SELECT 1 FROM ${calls} e WHERE e.is_open = 1 AND e.tool_name = ${name}
    AND e.run_key = c.run_key AND e.call_id < c.call_id`;
  return {
    from: `${calls} c CROSS JOIN `,
    conditions: [
      'r.run_key = c.run_key',
      'c.is_open = 1',
      `c.tool_name = ${name}`,
      `NOT EXISTS (${earlier})`,
    ],
  };
}

/** @throws RangeError for what is no number of records. */
export function checkLimit(limit: number): number {
  if (limit >= 1) return Math.min(Math.floor(limit), HIGHEST_LIMIT);
  throw new RangeError(`limit is ${limit}; it must be a number of runs, at least 1.`);
}

function readCursor(cursor: string): number {
  const key = /^\d+$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(key)) return key;
  throw new RangeError(
    `"${cursor}" is no cursor of this store. Pass on the one from the last page.`,
  );
}
