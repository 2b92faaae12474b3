import type { StoreWorkload, Variant } from '../measure/workload.ts';
import type { StoreContender } from '../stores/store-contender.ts';
import { loopTask } from '../work/task.ts';
import { timedRun } from './checked.ts';
import { onStore } from './on-store.ts';

const variant = (steps: number): Variant<StoreContender> => ({
  name: `${steps} steps`,
  size: steps,
  series: 'steps',
  per: steps,
  rounds: 7,
  prepare: (contender) => {
    const task = loopTask({ steps });
    return onStore(contender, task, (store) => timedRun(task, store.run));
  },
});

/** Runs of many steps, all of which are kept. */
export const storeSteps: StoreWorkload = {
  name: 'store-steps',
  title: 'What a step costs',
  about: 'A run of many steps of one call each, per step: the model, the tool and what is kept.',
  variants: [10, 100, 1000].map(variant),
  columns: [10, 100, 1000].map((steps) => ({
    label: `of ${steps.toLocaleString('en')} steps`,
    variant: `${steps} steps`,
    unit: 'ms',
  })),
  growth: [
    ['10 steps', '100 steps'],
    ['100 steps', '1000 steps'],
    ['10 steps', '1000 steps'],
  ],
};
