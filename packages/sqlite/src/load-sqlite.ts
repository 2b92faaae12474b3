import { StoreError } from 'helve/store';

/** What of `node:sqlite` is used. */
export type SqliteModule = typeof import('node:sqlite');

/**
 * Loads Node's SQLite when it is first needed: importing it by name would fail with an error that
 * says nothing to whoever has an older Node.
 *
 * @throws StoreError `unsupported` where there is none.
 */
export function loadSqlite(
  load: ((name: 'node:sqlite') => SqliteModule | undefined) | undefined = process.getBuiltinModule,
): SqliteModule {
  const sqlite = load?.('node:sqlite');
  if (sqlite) return sqlite;
  throw new StoreError(
    'unsupported',
    `@helve/sqlite uses the SQLite that is built into Node.js from 22.13 on; this is ` +
      `${process.version}. Update Node.js, or use @helve/postgres.`,
  );
}
