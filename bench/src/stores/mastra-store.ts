import { Mastra } from '@mastra/core/mastra';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { mastraAgent, mastraOptions } from '../contenders/mastra.ts';
import type { Task } from '../work/task.ts';
import type { OpenStore, WaitList, WaitShape } from './store-contender.ts';
import { threadName } from './store-contender.ts';

/** How many snapshots are saved at a time where many are made. */
const saving = 20;

const agentOn = (task: Task, storage: MastraCompositeStore) =>
  new Mastra({ agents: { bench: mastraAgent(task) }, storage, logger: false }).getAgent('bench');

/** An agent of Mastra's on one of its stores. */
export async function openMastra(
  task: Task,
  storage: MastraCompositeStore,
  place: Pick<OpenStore, 'size' | 'analyze' | 'close'>,
): Promise<OpenStore> {
  await storage.init();
  const agent = agentOn(task, storage);
  const options = mastraOptions(task);
  const list: WaitList = {
    filters: ['threadId'],
    add: (count, shape) => addWaits(storage, count, shape),
    page: async (perPage, { threadId }) => {
      const filter = threadId === undefined ? {} : { threadId };
      const { runs } = await agent.listSuspendedRuns({ perPage, page: 0, ...filter });
      return runs.flatMap(({ runId, toolCalls }) =>
        toolCalls.map(({ toolName = '' }) => ({ runId, toolName })),
      );
    },
  };
  return {
    run: () => agent.generate('go', options),
    wait: async () => {
      const { runId = '', finishReason, suspendPayload } = await agent.generate('go', options);
      if (finishReason !== 'suspended') throw new Error(`The run does not wait: ${finishReason}.`);
      const { toolCallId } = suspendPayload as { toolCallId: string };
      return { resume: () => agent.approveToolCallGenerate({ ...options, runId, toolCallId }) };
    },
    list,
    ...place,
  };
}

/** One run is Mastra's own; its snapshots are saved again, by its storage, under other ids. */
async function addWaits(
  storage: MastraCompositeStore,
  count: number,
  { task, firstThread, perThread }: WaitShape,
): Promise<void> {
  const memory = { thread: 'template-thread', resource: 'template-resource' };
  const { runId } = await agentOn(task, storage).generate('go', {
    ...mastraOptions(task),
    memory,
  });
  const workflows = await storage.getStore('workflows');
  if (workflows === undefined || runId === undefined) throw new Error('Nothing was stored.');
  const { runs } = await workflows.listWorkflowRuns();
  const snapshots = runs.filter((run) => run.runId === runId);
  const save = async (number: number) => {
    const id = `${runId}-${number}`;
    const thread = threadName(firstThread + Math.floor(number / perThread));
    for (const { workflowName, resourceId, snapshot } of snapshots) {
      const text = typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot);
      const copy = text.replaceAll(runId, id).replaceAll(memory.thread, thread);
      const copied = { workflowName, runId: id, resourceId, snapshot: JSON.parse(copy) };
      await workflows.persistWorkflowSnapshot(copied);
    }
  };
  for (let first = 0; first < count; first += saving) {
    const some = Array.from({ length: Math.min(saving, count - first) }, (_, at) => first + at);
    await Promise.all(some.map(save));
  }
  for (const { workflowName } of snapshots) {
    await workflows.deleteWorkflowRunById({ workflowName, runId });
  }
}
