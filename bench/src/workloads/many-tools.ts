import type { Variant, Workload } from '../measure/workload.ts';
import type { ToolSpec } from '../work/task.ts';
import { makeTools, manyToolsTask } from '../work/task.ts';
import { demand, timedRun } from './checked.ts';

const toolCount = 1000;
const laterSteps = 10;

/** Definition and first run happen once in the life of tools: each sample makes all of them anew. */
const first: Variant = {
  name: 'first run',
  rounds: 5,
  prepare: (contender) => ({
    kind: 'sampled',
    sample: async () => {
      const task = manyToolsTask(makeTools(toolCount), 1);
      const start = performance.now();
      const run = contender.generate(task);
      const defined = performance.now();
      const { text } = await run();
      demand(text === 'done' && task.count.executed === 1, 'the first run');
      return { define: defined - start, time: performance.now() - defined };
    },
  }),
};

let shared: readonly ToolSpec[] | undefined;

const later = (name: string, steps: number): Variant => ({
  name,
  prepare: (contender) => {
    shared ??= makeTools(toolCount);
    const task = manyToolsTask(shared, steps);
    return timedRun(task, contender.generate(task));
  },
});

/** An agent with a thousand tools. */
export const manyTools: Workload = {
  name: 'tools',
  title: '1,000 tools',
  about:
    'An agent with 1,000 tools of four fields each, made of schemas that exist already: making it, ' +
    'its first run, a run of 1 step and one of 11. What a later step costs is a tenth of the ' +
    'difference between the last two.',
  capability: 'generate',
  variants: [first, later('1 step', 1), later('11 steps', 1 + laterSteps)],
  columns: [
    { label: 'make the agent', variant: 'first run', metric: 'define', unit: 'ms' },
    { label: 'its first run', variant: 'first run', unit: 'ms' },
    { label: 'a run of 1 step', variant: '1 step', unit: 'ms' },
    { label: 'of 11 steps', variant: '11 steps', unit: 'ms' },
  ],
};
