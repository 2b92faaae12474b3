import { PostgresStore } from '@helve/postgres';
import { openHelve } from './helve-store.ts';
import type { Copies, TableColumn } from './multiply-run.ts';
import { multiplyRun } from './multiply-run.ts';
import type { StoreContender, StorePlace } from './store-contender.ts';
import { postgresBeside, withPostgres } from './store-size.ts';

const multiply = ({ url, schema }: StorePlace, copies: Copies) =>
  withPostgres(url, async (client) => {
    const { rows } = await client.query<TableColumn>(
      `SELECT $1 || '.' || table_name AS "table", column_name AS "column",
       data_type = 'text' AS "isText" FROM information_schema.columns WHERE table_schema = $1
       ORDER BY table_name <> 'runs', table_name, ordinal_position`,
      [schema],
    );
    await client.query('BEGIN');
    for (const statement of multiplyRun(rows, copies)) await client.query(statement);
    await client.query('COMMIT');
  });

export const storeContender: StoreContender = {
  engine: 'postgres',
  open: async (task, place) => {
    const { url, schema } = place;
    const store = new PostgresStore({ connectionString: url, schema });
    await store.migrate();
    const beside = postgresBeside({ url, schema });
    return openHelve(task, store, {
      multiply: (copies) => multiply(place, copies),
      ...beside,
      messagesSize: () => beside.sizeOf('messages'),
      close: () => store.close(),
    });
  },
  does: 'PostgresStore as it comes: every step is a transaction',
};
