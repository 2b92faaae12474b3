import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { openLangGraph } from './langgraph-store.ts';
import type { StoreContender } from './store-contender.ts';
import { postgresBeside } from './store-size.ts';

export const storeContender: StoreContender = {
  engine: 'postgres',
  open: async (task, { url, schema }) => {
    const checkpointer = PostgresSaver.fromConnString(url, { schema });
    await checkpointer.setup();
    return openLangGraph(task, checkpointer, {
      ...postgresBeside({ url, schema }),
      close: () => checkpointer.end(),
    });
  },
  does: 'PostgresSaver: as `langgraph-sqlite`, but a part of the state that did not change is kept once',
};
