import type { Page, RunFilter, RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import { bodyOf } from './read-records.ts';
import type { Statement, Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { nowIn } from './tables.ts';

const DEFAULT_LIMIT = 100;
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
    const conditions = [
      ...toolCondition(tables, filter.toolName, after, put),
      `r.run_key > ${put(after)}`,
      ...conditionsOf(filter, put),
      ...leaseCondition(tables, filter.claimable, put),
    ];
    return `SELECT r.run_key, r.body FROM ${runs} r WHERE ${conditions.join(' AND ')}
      ORDER BY r.run_key LIMIT ${put(limit)}`;
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

function leaseCondition(tables: Tables, claimable: true | undefined, put: Put): readonly string[] {
  if (!claimable) return [];
  const isFree = `(r.lease_owner IS NULL OR r.lease_until <= ${nowIn(tables, put)})`;
  return ["r.state = 'running'", isFree];
}

function toolCondition(
  { calls }: Tables,
  toolName: string | undefined,
  after: number,
  put: Put,
): readonly string[] {
  if (toolName === undefined) return [];
  return [
    `r.run_key IN (SELECT c.run_key FROM ${calls} c WHERE c.is_open = 1
      AND c.tool_name = ${put(idText(toolName))} AND c.run_key > ${put(after)})`,
  ];
}

function checkLimit(limit: number): number {
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
