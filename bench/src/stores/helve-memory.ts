import type { Store } from 'helve/store';
import { MemoryStore } from 'helve/store';
import { openHelve } from './helve-store.ts';
import type { Copies } from './multiply-run.ts';
import type { StoreContender } from './store-contender.ts';
import { threadName } from './store-contender.ts';

/** Here a transition is quick enough to be made 100,000 times. */
async function multiply(store: Store, copies: Copies): Promise<void> {
  const { runId: from, name, count, firstThread, perThread } = copies;
  const run = await store.loadRun(from);
  const calls = await store.loadCalls(from);
  const messages = await store.loadMessages(from);
  if (run === undefined) throw new Error(`There is no run ${from}.`);
  for (let number = 0; number < count; number += 1) {
    const threadId = threadName(firstThread + Math.floor(number / perThread));
    const of = { runId: `${name}${number}`, version: 0 };
    await store.commit({
      run: { ...run, ...of, threadId },
      calls: calls.map((call) => ({ ...call, ...of })),
      messages: messages.map((message) => ({ ...message, runId: of.runId, threadId })),
    });
  }
}

export const storeContender: StoreContender = {
  engine: 'memory',
  open: async (task) => {
    const store = new MemoryStore();
    return openHelve(task, store, {
      multiply: (copies) => multiply(store, copies),
      close: async () => undefined,
    });
  },
  does: 'MemoryStore: records as they are; what is not on disk has no size there',
};
