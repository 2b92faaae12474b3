import type { Variant, Workload } from '../measure/workload.ts';
import { cannot } from '../measure/workload.ts';
import { inputTask } from '../work/task.ts';
import { demand, timedRun } from './checked.ts';

const sizes = [
  ['1 KB', 1024],
  ['16 KB', 16_384],
  ['128 KB', 131_072],
  ['1 MB', 1_048_576],
] as const;

const read = sizes.map(
  ([name, size]): Variant => ({
    name,
    size,
    series: 'read',
    prepare: (contender) => {
      if (contender.readInput === undefined) return cannot(contender, 'readInput');
      const task = inputTask(size);
      const pieces = task.script.reply(0, { transcript: String, tools: String }).calls[0]?.deltas;
      return timedRun(task, contender.readInput(task), ({ deltas }) => {
        demand(deltas === pieces?.length, `${deltas} of ${pieces?.length} deltas came`);
      });
    },
  }),
);

const partial = sizes.map(
  ([name, size]): Variant => ({
    name: `${name}, a value each`,
    size,
    series: 'partial',
    prepare: (contender) => {
      if (contender.partial === undefined) return cannot(contender, 'partial');
      const task = inputTask(size);
      const pieces = task.script.reply(0, { transcript: String, tools: String }).calls[0]?.deltas;
      const least = (pieces?.length ?? 0) - 2;
      return timedRun(task, contender.partial(task), ({ values, lastLength }) => {
        demand(values >= least, `${values} of ${pieces?.length} partial values came`);
        demand(lastLength >= size - 40, `the last partial value had ${lastLength} of ${size}`);
      });
    },
  }),
);

/** A call whose input is long and streams in. */
export const input: Workload = {
  name: 'input',
  title: 'Streamed tool input',
  about:
    'One call whose input streams in, in pieces of 20 characters: read as text, and with a value ' +
    'of what has come so far at each piece.',
  capability: 'partial',
  variants: [...read, ...partial],
  columns: [...read, ...partial].map(({ name }) => ({
    label: name,
    variant: name,
    unit: 'ms',
    base: 'full-hand',
  })),
  growth: [
    ['128 KB', '1 MB'],
    ['16 KB, a value each', '128 KB, a value each'],
    ['128 KB, a value each', '1 MB, a value each'],
  ],
};
