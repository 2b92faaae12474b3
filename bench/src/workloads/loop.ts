import type { Variant, Workload } from '../measure/workload.ts';
import type { TaskShape } from '../work/task.ts';
import { loopTask } from '../work/task.ts';
import { timedRun } from './checked.ts';

const variant = (
  name: string,
  shape: TaskShape,
  rest: Omit<Variant, 'name' | 'prepare'> = {},
): Variant => ({
  name,
  ...rest,
  prepare: (contender) => {
    const task = loopTask(shape);
    return timedRun(task, contender.generate(task));
  },
});

const sequential = (steps: number) =>
  variant(`${steps} steps`, { steps }, { size: steps, series: 'steps' });

const parallel = (count: number) =>
  variant(`${count} parallel`, { parallel: count }, { size: count, series: 'parallel' });

/** Runs that are awaited as a whole. */
export const loop: Workload = {
  name: 'loop',
  title: 'Agent loop',
  about:
    'A run from the first request to the last: one call and a text; many calls in one response; ' +
    'many steps of one call each; 50 steps whose results are 100 KB long.',
  capability: 'generate',
  variants: [
    variant('1 call', {}),
    parallel(50),
    parallel(500),
    sequential(10),
    sequential(50),
    sequential(200),
    sequential(800),
    variant('50 steps, 100 KB results', { steps: 50, resultLength: 100_000 }),
  ],
  columns: [
    '1 call',
    '50 parallel',
    '500 parallel',
    '10 steps',
    '50 steps',
    '200 steps',
    '800 steps',
    '50 steps, 100 KB results',
  ].map((name) => ({ label: name, variant: name, unit: 'ms', base: 'full-hand' })),
  growth: [
    ['50 parallel', '500 parallel'],
    ['10 steps', '50 steps'],
    ['50 steps', '200 steps'],
    ['200 steps', '800 steps'],
    ['50 steps', '800 steps'],
  ],
};
