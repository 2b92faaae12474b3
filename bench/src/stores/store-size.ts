import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StorePlace } from './store-contender.ts';

// Measured by the databases themselves, in the same way for whoever keeps something there.

/** The bytes in use in a file of SQLite, also those that are still in its log. */
export async function sqliteSize(file: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  try {
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  } finally {
    database.close();
  }
}

/** The bytes of a table in a file of SQLite and of its indexes, half-filled pages included. */
export async function sqliteTableSize(file: string, table: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const sum = database.prepare(
      `SELECT COALESCE(SUM(pgsize), 0) AS bytes FROM dbstat
       WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)`,
    );
    return Number(sum.get(table)?.['bytes']);
  } finally {
    database.close();
  }
}

/** What PostgreSQL is asked apart from the library. */
export function postgresBeside({ url, schema }: Pick<StorePlace, 'url' | 'schema'>) {
  return {
    size: () => postgresSize(url, schema),
    sizeOf: (table: string) => postgresSize(url, schema, table),
    // else it is as chance has it whether the server has done so by itself before the clock runs
    analyze: () => withPostgres(url, async (client) => void (await client.query('ANALYZE'))),
  };
}

/**
 * The bytes of a schema's tables in PostgreSQL, or of one of them, with their indexes. Rows that were
 * changed leave room behind which the next ones take: it is nobody's, and cleared away before.
 */
function postgresSize(url: string, schema: string, table?: string): Promise<number> {
  return withPostgres(url, async (client) => {
    const { rows } = await client.query<{ name: string; oid: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name, c.oid FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' AND ($2::text IS NULL OR c.relname = $2)`,
      [schema, table ?? null],
    );
    let bytes = 0;
    for (const { name, oid } of rows) {
      await client.query(`VACUUM FULL ${name}`);
      const size = await client.query<{ bytes: string }>(
        'SELECT pg_total_relation_size($1::oid) AS bytes',
        [oid],
      );
      bytes += Number(size.rows[0]?.bytes);
    }
    return bytes;
  });
}

/** Does something on a connection of its own. */
export async function withPostgres<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
