import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import type { Contender, DirectTool, StreamOutcome } from '../contender.ts';
import { v4Model } from '../models/v4-model.ts';
import type { Task, ToolSpec } from '../work/task.ts';

const toTool = (spec: ToolSpec) =>
  createTool({
    id: spec.name,
    description: spec.description,
    inputSchema: spec.input,
    outputSchema: spec.output,
    ...(spec.needsApproval === undefined ? {} : { requireApproval: spec.needsApproval }),
    execute: (input) => spec.execute(input) as Promise<{ r: string }>,
  });

/** An agent for a task. */
export const mastraAgent = ({ script, tools }: Task) =>
  new Agent({
    id: 'bench',
    name: 'bench',
    instructions: 'Work.',
    // instructions and the first message come before the first response
    // its own copy of the model's types is of another release
    model: v4Model(script, 2) as unknown as MastraModelConfig,
    tools: Object.fromEntries(tools.map((spec) => [spec.name, toTool(spec)])),
  });

/** What every run of a task is started with. */
export const mastraOptions = ({ script }: Task) => ({ maxSteps: script.shape.steps + 1 });

function read(task: Task, wanted: 'text-delta' | 'tool-call-delta'): () => Promise<StreamOutcome> {
  const agent = mastraAgent(task);
  const options = mastraOptions(task);
  return async () => {
    const { fullStream } = await agent.stream('go', options);
    let deltas = 0;
    let text = '';
    for await (const chunk of fullStream) {
      if (chunk.type === wanted) deltas += 1;
      if (chunk.type === 'text-delta') text += chunk.payload.text;
    }
    return { text, deltas };
  };
}

export const contender: Contender = {
  direct: (spec): DirectTool => {
    const tool = toTool(spec);
    if (tool.execute === undefined) throw new Error('The tool has no execute.');
    const { execute } = tool;
    return {
      call: async (input) =>
        execute(input as Record<string, unknown>, {} as Parameters<typeof execute>[1]),
      refused: (result) => typeof result === 'object' && result !== null && 'error' in result,
    };
  },
  generate: (task) => {
    const agent = mastraAgent(task);
    const options = mastraOptions(task);
    return () => agent.generate('go', options);
  },
  stream: (task) => read(task, 'text-delta'),
  readInput: (task) => read(task, 'tool-call-delta'),
  wait: (task) => {
    const storage = new InMemoryStore();
    const mastra = new Mastra({ agents: { bench: mastraAgent(task) }, storage, logger: false });
    const agent = mastra.getAgent('bench');
    const options = mastraOptions(task);
    return async () => {
      const { runId = '', finishReason, suspendPayload } = await agent.generate('go', options);
      if (finishReason !== 'suspended') throw new Error(`The run does not wait: ${finishReason}.`);
      const { toolCallId } = suspendPayload as { toolCallId: string };
      return {
        atRest: async () => {
          const workflows = await storage.getStore('workflows');
          const { runs } = (await workflows?.listWorkflowRuns()) ?? { runs: [] };
          return { everything: JSON.stringify(runs.filter((run) => run.runId === runId)) };
        },
        resume: () => agent.approveToolCallGenerate({ ...options, runId, toolCallId }),
      };
    };
  },
  cannot: { partial: 'onInputDelta and chunks have the text, no value' },
  does: {
    direct: 'validates input and output, coerces what does not fit at first',
    generate: 'Agent.generate without storage: its best case',
    stream: 'Agent.stream, fullStream',
    readInput: 'Agent.stream, fullStream',
    wait: 'requireApproval; snapshots in InMemoryStore',
  },
};
