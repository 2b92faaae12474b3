import { setTimeout as delay } from 'node:timers/promises';
import type { StoreWorkload, Variant } from '../measure/workload.ts';
import type { StoreContender } from '../stores/store-contender.ts';
import { loopTask } from '../work/task.ts';
import { demand } from './checked.ts';
import { onStore, sampled } from './on-store.ts';

const runs = 1000;
const toolMs = 100;

const time: Variant<StoreContender> = {
  name: 'time',
  rounds: 3,
  prepare: (contender) => {
    const task = loopTask({ hold: () => delay(toolMs) });
    return onStore(contender, task, ({ run }) => {
      const all = async (count: number) => {
        task.count.executed = 0;
        const results = await Promise.all(Array.from({ length: count }, run));
        demand(task.count.executed === count, `${task.count.executed} tools were executed`);
        demand(
          results.every(({ text }) => text === 'done'),
          'not all runs ended',
        );
      };
      const measured = async () => {
        const start = performance.now();
        await all(runs);
        return { time: performance.now() - start };
      };
      return sampled(() => all(runs / 10), measured);
    });
  },
};

/** Many runs at once on one store. */
export const storeConcurrent: StoreWorkload = {
  name: 'store-concurrent',
  title: '1,000 runs at once',
  about: '1,000 runs started at once in one process, each of which is held by its tool for 100 ms.',
  variants: [time],
  columns: [{ label: 'time', variant: 'time', unit: 'ms' }],
};
