import type { AnyTool } from 'helve';
import { createTool, isValidationError } from 'helve';
import { Agent } from 'helve/agent';
import type { Store } from 'helve/store';
import { MemoryStore } from 'helve/store';
import type { Contender, DirectTool, PartialOutcome } from '../contender.ts';
import { v4Model } from '../models/v4-model.ts';
import type { Task, ToolSpec } from '../work/task.ts';

const toTool = (spec: ToolSpec, onInputDelta?: Parameters<typeof createTool>[0]['onInputDelta']) =>
  createTool({
    id: spec.name,
    description: spec.description,
    inputSchema: spec.input,
    outputSchema: spec.output,
    ...(spec.needsApproval === undefined ? {} : { requireApproval: spec.needsApproval }),
    ...(onInputDelta === undefined ? {} : { onInputDelta }),
    // what the schema has parsed is checked again by whoever counts
    execute: (input) => spec.execute(input) as Promise<{ r: string }>,
  });

const toAgent = (task: Task, tools: readonly AnyTool[], store?: Store) =>
  new Agent({
    id: 'bench',
    model: v4Model(task.script, 1),
    tools: Object.fromEntries(tools.map((tool) => [tool.id, tool])),
    maxSteps: task.script.shape.steps + 1,
    // the others have no such limits, or not these
    toolCallConcurrency: 1000,
    maxToolCallsPerStep: 1000,
    ...(store === undefined ? {} : { store }),
  });

/** An agent for a task, on a store where one is given. */
export const helveAgent = (task: Task, store?: Store) =>
  toAgent(
    task,
    task.tools.map((spec) => toTool(spec)),
    store,
  );

export const contender: Contender = {
  direct: (spec): DirectTool => {
    const tool = toTool(spec);
    return {
      call: (input) => tool.execute(input as Record<string, unknown>),
      refused: (result) => isValidationError(result),
    };
  },
  generate: (task) => {
    const agent = helveAgent(task);
    return () => agent.generate('go');
  },
  stream: (task) => {
    const agent = helveAgent(task);
    return async () => {
      const stream = await agent.stream('go');
      let deltas = 0;
      let text = '';
      for await (const chunk of stream.fullStream) {
        if (chunk.type !== 'text-delta') continue;
        deltas += 1;
        text += chunk.payload.text;
      }
      return { text, deltas };
    };
  },
  readInput: (task) => {
    const agent = helveAgent(task);
    return async () => {
      const stream = await agent.stream('go');
      let deltas = 0;
      for await (const { type } of stream.fullStream) if (type === 'tool-call-delta') deltas += 1;
      return { text: await stream.text, deltas };
    };
  },
  partial: (task) => {
    let seen = { deltas: 0, values: 0, lastLength: 0 };
    const tools = task.tools.map((spec) =>
      toTool(spec, ({ partialInput }) => {
        seen.deltas += 1;
        // the beginning of an object: a path and a content, as far as they have come
        const content = (partialInput as { content?: string } | undefined)?.content;
        if (partialInput !== undefined) seen.values += 1;
        seen.lastLength = content?.length ?? seen.lastLength;
      }),
    );
    const agent = toAgent(task, tools);
    return async (): Promise<PartialOutcome> => {
      seen = { deltas: 0, values: 0, lastLength: 0 };
      const stream = await agent.stream('go');
      return { text: await stream.text, ...seen };
    };
  },
  wait: (task) => {
    const store = new MemoryStore();
    const agent = helveAgent(task, store);
    return async () => {
      const { waiting, runId } = await agent.generate('go');
      const toolCallId = waiting[0]?.toolCallId;
      if (toolCallId === undefined) throw new Error('The run does not wait.');
      return {
        atRest: async () => {
          // the number and the run of each are where it is found, as a key is of a map
          const records = await store.loadMessages(runId);
          const messages = records.map(({ message }) => message);
          return {
            transcript: JSON.stringify(messages),
            everything: JSON.stringify([
              await store.loadRun(runId),
              await store.loadCalls(runId),
              messages,
              await store.loadDecisions(runId),
            ]),
          };
        },
        resume: () => agent.approveToolCallGenerate({ runId, toolCallId }),
      };
    };
  },
  cannot: {},
  does: {
    direct: 'validates input and output, coerces what does not fit at first',
    generate: 'validates both ways, hooks, aborts, time-outs; every step is committed to a store',
    stream: 'a log that can be read again and late',
    readInput: 'each piece as a chunk',
    partial: 'the parsed beginning in onInputDelta, read at each piece',
    wait: 'records in a memory store: run, calls, messages, decision',
  },
};
