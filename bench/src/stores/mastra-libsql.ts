import { LibSQLStore } from '@mastra/libsql';
import { openMastra } from './mastra-store.ts';
import type { StoreContender } from './store-contender.ts';
import { sqliteSize } from './store-size.ts';

export const storeContender: StoreContender = {
  engine: 'sqlite',
  open: async (task, { file }) => {
    const storage = new LibSQLStore({ id: 'bench', url: `file:${file}` });
    return openMastra(task, storage, {
      size: () => sqliteSize(file),
      close: () => storage.close(),
    });
  },
  does:
    'LibSQLStore, without a memory: nothing is kept of a run until it waits, then two snapshots; ' +
    'deleted at its end',
};
