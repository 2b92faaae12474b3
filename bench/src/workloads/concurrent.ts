import { setTimeout as delay } from 'node:timers/promises';
import type { Variant, Workload } from '../measure/workload.ts';
import { loopTask } from '../work/task.ts';
import { demand } from './checked.ts';

const runs = 1000;
const toolMs = 100;

const time: Variant = {
  name: 'time',
  rounds: 5,
  prepare: (contender) => {
    const task = loopTask({ hold: () => delay(toolMs) });
    const run = contender.generate(task);
    return {
      kind: 'sampled',
      sample: async () => {
        task.count.executed = 0;
        const start = performance.now();
        const results = await Promise.all(Array.from({ length: runs }, run));
        const spent = performance.now() - start;
        demand(task.count.executed === runs, `${task.count.executed} tools were executed`);
        demand(
          results.every(({ text }) => text === 'done'),
          'not all runs ended',
        );
        return { time: spent };
      },
    };
  },
};

const heap: Variant = {
  name: 'heap',
  rounds: 3,
  prepare: (contender) => {
    let inTool = 0;
    let all = Promise.withResolvers<void>();
    let gate = Promise.withResolvers<void>();
    const task = loopTask({
      hold: () => {
        inTool += 1;
        if (inTool === runs) all.resolve();
        return gate.promise;
      },
    });
    const run = contender.generate(task);
    const hold = async () => {
      inTool = 0;
      all = Promise.withResolvers();
      gate = Promise.withResolvers();
      const before = liveBytes();
      const going = Array.from({ length: runs }, run);
      await all.promise;
      await delay(1);
      const held = liveBytes();
      gate.resolve();
      await Promise.all(going);
      return (held - before) / runs;
    };
    let warm = false;
    return {
      kind: 'sampled',
      sample: async () => {
        // what a library makes once and keeps is no run's
        if (!warm) await hold();
        warm = true;
        return { bytes: await hold() };
      },
    };
  },
};

/** How much of the heap is in use, after all that can go has gone. */
export function liveBytes(): number {
  demand(typeof globalThis.gc === 'function', 'the process has no --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Many runs at once. */
export const concurrent: Workload = {
  name: 'concurrent',
  title: '1,000 runs in flight',
  about:
    '1,000 runs started at once, each of which is held by its tool: for 100 ms, and for as long as ' +
    'it takes to see what of the heap each of them keeps alive.',
  capability: 'generate',
  variants: [time, heap],
  columns: [
    { label: 'time', variant: 'time', unit: 'ms', base: 'full-hand' },
    { label: 'live heap a run', variant: 'heap', metric: 'bytes', unit: 'KB', scale: 1 / 1024 },
  ],
};
