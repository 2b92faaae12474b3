import { Agent, RunContext, Runner, RunState, setTracingDisabled, tool } from '@openai/agents';
import type { Contender, DirectTool, RunOutcome } from '../contender.ts';
import { openAiModel } from '../models/openai-model.ts';
import type { Task, ToolSpec } from '../work/task.ts';

setTracingDisabled(true);

const toTool = ({ name, description, input, needsApproval = false, execute }: ToolSpec) =>
  tool({
    name,
    description,
    parameters: input,
    needsApproval,
    execute: (value) => execute(value as Record<string, unknown>) as Promise<unknown>,
  });

const agentOf = ({ script, tools }: Task) =>
  new Agent({ name: 'bench', model: openAiModel(script), tools: tools.map(toTool) });

const runner = new Runner({ tracingDisabled: true });

const optionsOf = ({ script }: Task) => ({ maxTurns: script.shape.steps + 2 });

const outcome = ({ finalOutput }: { finalOutput?: unknown }): RunOutcome => ({
  text: String(finalOutput),
});

export const contender: Contender = {
  direct: (spec): DirectTool => {
    const { invoke } = toTool(spec);
    const context = new RunContext();
    return {
      // a tool is called with JSON, as the model wrote it
      call: (input) => invoke(context, JSON.stringify(input)),
      refused: (result) => typeof result === 'string',
    };
  },
  generate: (task) => {
    const agent = agentOf(task);
    const options = optionsOf(task);
    return async () => outcome(await runner.run(agent, 'go', options));
  },
  stream: (task) => {
    const agent = agentOf(task);
    const options = { ...optionsOf(task), stream: true as const };
    return async () => {
      const result = await runner.run(agent, 'go', options);
      let deltas = 0;
      let text = '';
      for await (const event of result) {
        if (event.type !== 'raw_model_stream_event') continue;
        if (event.data.type !== 'output_text_delta') continue;
        deltas += 1;
        text += event.data.delta;
      }
      return { text, deltas };
    };
  },
  readInput: (task) => {
    const agent = agentOf(task);
    const options = { ...optionsOf(task), stream: true as const };
    return async () => {
      const result = await runner.run(agent, 'go', options);
      let deltas = 0;
      for await (const event of result) {
        if (event.type !== 'raw_model_stream_event' || event.data.type !== 'model') continue;
        if (typeof event.data.event.delta === 'string') deltas += 1;
      }
      return { ...outcome(result), deltas };
    };
  },
  wait: (task) => {
    const agent = agentOf(task);
    const options = optionsOf(task);
    return async () => {
      const { interruptions, state } = await runner.run(agent, 'go', options);
      if (interruptions.length === 0) throw new Error('The run does not wait.');
      const stored = state.toString();
      return {
        atRest: async () => ({ everything: stored }),
        resume: async () => {
          const restored = await RunState.fromString(agent, stored);
          for (const interruption of restored.getInterruptions()) restored.approve(interruption);
          return outcome(await runner.run(agent, restored, options));
        },
      };
    };
  },
  cannot: { partial: 'passes the model’s own events on' },
  does: {
    direct: 'tool.invoke with JSON: validates the input',
    generate: 'Runner.run, tracing off: validates inputs',
    stream: 'Runner.run with stream: true',
    readInput: 'raw model events',
    wait: 'needsApproval; RunState.toString and fromString',
  },
};
