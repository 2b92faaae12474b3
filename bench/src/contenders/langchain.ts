import { AIMessageChunk } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import type { Contender, DirectTool, RunOutcome } from '../contender.ts';
import { ScriptedChatModel } from '../models/langchain-model.ts';
import type { Task, ToolSpec } from '../work/task.ts';

/** A tool of LangChain's. */
export const langchainTool = ({ name, description, input, execute }: ToolSpec) =>
  tool((value) => execute(value as Record<string, unknown>) as Promise<unknown>, {
    name,
    description,
    schema: input,
  });

const agentOf = ({ script, tools }: Task) =>
  createAgent({ model: new ScriptedChatModel(script), tools: tools.map(langchainTool) });

/** What every run of a task is started with: two nodes of the graph a step, four with a middleware. */
export const langchainOptions = ({ script }: Task) => ({
  recursionLimit: script.shape.steps * 4 + 10,
});

const messages = () => [{ role: 'user' as const, content: 'go' }];

/** What came of a run, as its last state has it. */
export const langchainOutcome = (state: {
  readonly messages: readonly { readonly text: string }[];
}): RunOutcome => ({
  text: state.messages.at(-1)?.text ?? '',
});

/** Runs whose pieces of responses are given as they come. */
function chunksOf(task: Task): () => AsyncGenerator<AIMessageChunk> {
  const agent = agentOf(task);
  const options = { ...langchainOptions(task), streamMode: 'messages' as const };
  return async function* () {
    const stream = await agent.stream({ messages: messages() }, options);
    for await (const [message] of stream) if (message instanceof AIMessageChunk) yield message;
  };
}

export const contender: Contender = {
  direct: (spec): DirectTool => {
    const made = langchainTool(spec);
    return {
      call: (input) => made.invoke(input as Record<string, unknown>),
      refused: (result) => result instanceof Error,
    };
  },
  generate: (task) => {
    const agent = agentOf(task);
    const options = langchainOptions(task);
    return async () => langchainOutcome(await agent.invoke({ messages: messages() }, options));
  },
  stream: (task) => {
    const chunks = chunksOf(task);
    return async () => {
      let deltas = 0;
      let text = '';
      for await (const chunk of chunks()) {
        if (chunk.text === '') continue;
        deltas += 1;
        text += chunk.text;
      }
      return { text, deltas };
    };
  },
  readInput: (task) => {
    const chunks = chunksOf(task);
    return async () => {
      let deltas = 0;
      let text = '';
      for await (const chunk of chunks()) {
        text += chunk.text;
        deltas += chunk.tool_call_chunks?.length ?? 0;
      }
      return { text, deltas };
    };
  },
  partial: (task) => {
    const chunks = chunksOf(task);
    return async () => {
      let gathered: AIMessageChunk | undefined;
      let deltas = 0;
      let values = 0;
      let lastLength = 0;
      let text = '';
      for await (const chunk of chunks()) {
        text += chunk.text;
        if (chunk.tool_call_chunks?.length === 0) continue;
        gathered = gathered === undefined ? chunk : gathered.concat(chunk);
        deltas += 1;
        const content: unknown = gathered.tool_calls?.[0]?.args['content'];
        if (gathered.tool_calls?.[0] !== undefined) values += 1;
        if (typeof content === 'string') lastLength = content.length;
      }
      return { text, deltas, values, lastLength };
    };
  },
  wait: (task) => {
    const checkpointer = new MemorySaver();
    const agent = createAgent({
      model: new ScriptedChatModel(task.script),
      tools: task.tools.map(langchainTool),
      checkpointer,
      middleware: [
        humanInTheLoopMiddleware({
          interruptOn: Object.fromEntries(
            task.tools.map(({ name, needsApproval = false }) => [name, needsApproval]),
          ),
        }),
      ],
    });
    let runs = 0;
    return async () => {
      const thread = `thread-${runs++}`;
      const options = { ...langchainOptions(task), configurable: { thread_id: thread } };
      const state = await agent.invoke({ messages: messages() }, options);
      if (!('__interrupt__' in state)) throw new Error('The run does not wait.');
      return {
        atRest: async () => {
          const decoder = new TextDecoder();
          const asText = (_: string, value: unknown) =>
            value instanceof Uint8Array ? decoder.decode(value) : value;
          const ofThread = Object.entries(checkpointer.writes).filter(([key]) =>
            key.includes(`"${thread}"`),
          );
          return { everything: JSON.stringify([checkpointer.storage[thread], ofThread], asText) };
        },
        resume: async () => {
          const resume = { decisions: [{ type: 'approve' }] };
          return langchainOutcome(await agent.invoke(new Command({ resume }), options));
        },
      };
    };
  },
  cannot: {},
  does: {
    direct: 'tool.invoke: validates the input',
    generate: 'createAgent, invoke; tracing is off: validates inputs',
    stream: "stream with streamMode: 'messages'",
    readInput: "stream with streamMode: 'messages'",
    partial: 'AIMessageChunk.concat, tool_calls read at each piece',
    wait: 'humanInTheLoopMiddleware and MemorySaver, which keeps the history of states',
  },
};
