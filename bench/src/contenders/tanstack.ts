import type { StreamChunk } from '@tanstack/ai';
import {
  chat,
  maxIterations,
  parsePartialJSON,
  StreamProcessor,
  toolDefinition,
} from '@tanstack/ai';
import type { Contender, StreamOutcome } from '../contender.ts';
import { ScriptedAdapter } from '../models/tanstack-adapter.ts';
import type { Task, ToolSpec } from '../work/task.ts';

const toTool = ({ name, description, input, output, needsApproval = false, execute }: ToolSpec) =>
  toolDefinition({
    name,
    description,
    inputSchema: input,
    outputSchema: output,
    needsApproval,
  }).server((value) => execute(value as Record<string, unknown>) as Promise<{ r: string }>);

const settingsOf = ({ script, tools }: Task) => ({
  adapter: new ScriptedAdapter(script),
  tools: tools.map(toTool),
  agentLoopStrategy: maxIterations(script.shape.steps + 1),
});

const messages = () => [{ role: 'user' as const, content: 'go' }];

const go = (settings: ReturnType<typeof settingsOf>): AsyncIterable<StreamChunk> =>
  chat({ ...settings, messages: messages() });

function read(
  task: Task,
  wanted: StreamChunk['type'],
  look?: (delta: string) => void,
): () => Promise<StreamOutcome> {
  const settings = settingsOf(task);
  return async () => {
    let deltas = 0;
    let text = '';
    for await (const chunk of go(settings)) {
      if (chunk.type === 'TEXT_MESSAGE_CONTENT') text += chunk.delta;
      if (chunk.type === 'TOOL_CALL_ARGS') look?.(chunk.delta);
      if (chunk.type === wanted) deltas += 1;
    }
    return { text, deltas };
  };
}

export const contender: Contender = {
  generate: (task) => {
    const settings = settingsOf(task);
    return async () => ({ text: await chat({ ...settings, messages: messages(), stream: false }) });
  },
  stream: (task) => read(task, 'TEXT_MESSAGE_CONTENT' as StreamChunk['type']),
  readInput: (task) => read(task, 'TOOL_CALL_ARGS' as StreamChunk['type']),
  partial: (task) => {
    let json = '';
    let values = 0;
    let lastLength = 0;
    const run = read(task, 'TOOL_CALL_ARGS' as StreamChunk['type'], (delta) => {
      json += delta;
      // the beginning of an object: a path and a content, as far as they have come
      const partial = parsePartialJSON(json) as { content?: string } | undefined;
      if (partial !== undefined) values += 1;
      lastLength = partial?.content?.length ?? lastLength;
    });
    return async () => {
      json = '';
      values = 0;
      lastLength = 0;
      return { ...(await run()), values, lastLength };
    };
  },
  wait: (task) => {
    const settings = settingsOf(task);
    let runs = 0;
    return async () => {
      const threadId = `thread-${runs}`;
      const runId = `run-${runs++}`;
      const processor = new StreamProcessor();
      processor.addUserMessage('go');
      let interruptIds: readonly string[] = [];
      for await (const chunk of chat({ ...settings, messages: messages(), threadId, runId })) {
        processor.processChunk(chunk);
        if (chunk.type !== 'RUN_FINISHED' || chunk.outcome?.type !== 'interrupt') continue;
        interruptIds = chunk.outcome.interrupts.map(({ id }) => id);
      }
      if (interruptIds.length === 0) throw new Error('The run does not wait.');
      // what a client keeps and sends back
      const stored = JSON.stringify({ messages: processor.getMessages(), interruptIds });
      return {
        atRest: async () => ({ everything: stored }),
        resume: async () => {
          const state = JSON.parse(stored) as {
            messages: ReturnType<StreamProcessor['getMessages']>;
          };
          const text = await chat({
            ...settings,
            messages: state.messages,
            threadId,
            parentRunId: runId,
            resume: interruptIds.map((interruptId) => ({
              interruptId,
              status: 'resolved',
              payload: { approved: true },
            })),
            stream: false,
          });
          return { text };
        },
      };
    };
  },
  cannot: { direct: 'tool.execute() is the bare function: nothing is validated' },
  does: {
    generate: 'chat with stream: false: validates inputs and outputs; calls one after another',
    stream: 'chat, AG-UI events',
    readInput: 'chat, AG-UI events',
    partial: 'parsePartialJSON of the text so far',
    wait: 'needsApproval, resume; the client keeps the messages as JSON',
  },
};
