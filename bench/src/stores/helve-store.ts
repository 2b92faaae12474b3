import type { Store } from 'helve/store';
import { helveAgent } from '../contenders/helve.ts';
import type { Task } from '../work/task.ts';
import type { Copies } from './multiply-run.ts';
import type { OpenStore, WaitList } from './store-contender.ts';

/** What is particular to one of Helve's stores. */
export interface HelveEngine {
  /** Copies a waiting run within the store. */
  multiply(copies: Copies): Promise<void>;
  readonly size?: () => Promise<number>;
  readonly messagesSize?: () => Promise<number>;
  readonly analyze?: () => Promise<void>;
  close(): Promise<void>;
}

const templateThread = 'template-thread';

/** An agent on a store of Helve's. */
export function openHelve(task: Task, store: Store, engine: HelveEngine): OpenStore {
  const agent = helveAgent(task, store);
  const wait = async (of = agent, options = {}) => {
    const { waiting, runId } = await of.generate('go', options);
    const toolCallId = waiting[0]?.toolCallId;
    if (toolCallId === undefined) throw new Error('The run does not wait.');
    return { runId, toolCallId };
  };
  let templates = 0;
  const list: WaitList = {
    filters: ['toolName', 'threadId'],
    add: async (count, { task: other, firstThread, perThread }) => {
      templates += 1;
      const runId = `template-run-${templates}`;
      await wait(helveAgent(other, store), { runId, memory: { thread: templateThread } });
      const name = `waiting-${templates}-`;
      const copies = { runId, threadId: templateThread, count, firstThread, perThread, name };
      await engine.multiply(copies);
      await store.deleteRun(runId);
    },
    page: async (limit, filter) => {
      const { runs } = await agent.listSuspendedRuns({ limit, ...filter });
      return runs.flatMap(({ runId, waiting }) =>
        waiting.map(({ toolName }) => ({ runId, toolName })),
      );
    },
  };
  return {
    run: () => agent.generate('go'),
    wait: async () => {
      const call = await wait();
      return {
        resume: () => agent.approveToolCallGenerate(call),
        messages: () => store.loadMessages(call.runId),
      };
    },
    list,
    ...engine,
  };
}
