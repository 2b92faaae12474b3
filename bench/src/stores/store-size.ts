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

/** What PostgreSQL is asked apart from the library. */
export function postgresBeside({ url, schema }: Pick<StorePlace, 'url' | 'schema'>) {
  return {
    size: () => postgresSize(url, schema),
    // else it is as chance has it whether the server has done so by itself before the clock runs
    analyze: () => withPostgres(url, async (client) => void (await client.query('ANALYZE'))),
  };
}

/** The bytes of a schema's tables in PostgreSQL, with their indexes. */
function postgresSize(url: string, schema: string): Promise<number> {
  return withPostgres(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT COALESCE(SUM(pg_total_relation_size(c.oid)), 0) AS bytes FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r'`,
      [schema],
    );
    return Number(rows[0]?.bytes);
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
