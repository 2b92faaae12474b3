import { PostgresStore } from '@mastra/pg';
import { openMastra } from './mastra-store.ts';
import type { StoreContender } from './store-contender.ts';
import { postgresBeside } from './store-size.ts';

export const storeContender: StoreContender = {
  engine: 'postgres',
  open: async (task, { url, schema }) => {
    const storage = new PostgresStore({ id: 'bench', connectionString: url, schemaName: schema });
    return openMastra(task, storage, {
      ...postgresBeside({ url, schema }),
      close: () => storage.close(),
    });
  },
  does: 'PostgresStore, otherwise as `mastra-libsql`; the snapshots are jsonb, which is compressed',
};
