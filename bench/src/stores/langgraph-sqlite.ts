import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { openLangGraph } from './langgraph-store.ts';
import type { StoreContender } from './store-contender.ts';
import { sqliteSize } from './store-size.ts';

export const storeContender: StoreContender = {
  engine: 'sqlite',
  open: async (task, { file }) => {
    const checkpointer = SqliteSaver.fromConnString(file);
    return openLangGraph(task, checkpointer, {
      size: () => sqliteSize(file),
      close: async () => {
        checkpointer.db.close();
      },
    });
  },
  does:
    'SqliteSaver (better-sqlite3): the whole state after every node of the graph, kept so that one ' +
    'can go back to each',
};
