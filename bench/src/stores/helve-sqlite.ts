import { DatabaseSync } from 'node:sqlite';
import { SqliteStore } from '@helve/sqlite';
import { openHelve } from './helve-store.ts';
import type { Copies, TableColumn } from './multiply-run.ts';
import { multiplyRun } from './multiply-run.ts';
import type { StoreContender } from './store-contender.ts';
import { sqliteSize, sqliteTableSize } from './store-size.ts';

function multiply(file: string, copies: Copies): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const columns = database
      .prepare(
        `SELECT t.name AS "table", c.name AS "column", c.type = 'TEXT' AS isText
         FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name LIKE 'helve%'
         ORDER BY t.name <> 'helve_runs', t.name, c.cid`,
      )
      // the columns are named in the statement
      .all() as unknown as readonly TableColumn[];
    database.exec('BEGIN');
    for (const statement of multiplyRun(columns, copies)) database.exec(statement);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

export const storeContender: StoreContender = {
  engine: 'sqlite',
  open: async (task, { file }) => {
    const store = new SqliteStore({ path: file });
    return openHelve(task, store, {
      multiply: async (copies) => multiply(file, copies),
      size: () => sqliteSize(file),
      messagesSize: () => sqliteTableSize(file, 'helve_messages'),
      close: async () => store.close(),
    });
  },
  does: 'SqliteStore as it comes: every step is a transaction; waits and decisions are on the disk',
};
