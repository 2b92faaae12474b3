import type { BaseCheckpointSaver } from '@langchain/langgraph';
import { Command } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { langchainOptions, langchainOutcome, langchainTool } from '../contenders/langchain.ts';
import { ScriptedChatModel } from '../models/langchain-model.ts';
import type { Task } from '../work/task.ts';
import type { OpenStore } from './store-contender.ts';

const messages = () => [{ role: 'user' as const, content: 'go' }];

/** LangChain's agent on one of LangGraph's checkpointers. */
export function openLangGraph(
  task: Task,
  checkpointer: BaseCheckpointSaver,
  place: Pick<OpenStore, 'size' | 'analyze' | 'close'>,
): OpenStore {
  const parts = {
    model: new ScriptedChatModel(task.script),
    tools: task.tools.map(langchainTool),
    checkpointer,
  };
  const plain = createAgent(parts);
  const asking = createAgent({
    ...parts,
    middleware: [
      humanInTheLoopMiddleware({
        interruptOn: Object.fromEntries(
          task.tools.map(({ name, needsApproval = false }) => [name, needsApproval]),
        ),
      }),
    ],
  });
  let threads = 0;
  const onThread = () => {
    threads += 1;
    return { ...langchainOptions(task), configurable: { thread_id: `thread-${threads}` } };
  };
  return {
    run: async () => langchainOutcome(await plain.invoke({ messages: messages() }, onThread())),
    wait: async () => {
      const options = onThread();
      const state = await asking.invoke({ messages: messages() }, options);
      if (!('__interrupt__' in state)) throw new Error('The run does not wait.');
      return {
        resume: async () => {
          const resume = { decisions: [{ type: 'approve' }] };
          return langchainOutcome(await asking.invoke(new Command({ resume }), options));
        },
      };
    },
    ...place,
  };
}
