import type { Variant, Workload } from '../measure/workload.ts';
import { cannot } from '../measure/workload.ts';
import { loopTask } from '../work/task.ts';
import { demand, timedRun } from './checked.ts';

const deltas = (count: number): Variant => ({
  name: `${count.toLocaleString('en')} deltas`,
  size: count,
  series: 'text',
  per: count,
  prepare: (contender) => {
    if (contender.stream === undefined) return cannot(contender, 'stream');
    const task = loopTask({ steps: 0, textLength: count * 20 });
    return timedRun(task, contender.stream(task), (outcome) => {
      demand(outcome.deltas === count, `${outcome.deltas} of ${count} deltas came`);
    });
  },
});

/** A run that answers with a long text. */
export const text: Workload = {
  name: 'text',
  title: 'Text deltas',
  about:
    'A run that answers with a text in pieces of 20 characters, each of which is read. Per piece.',
  capability: 'stream',
  variants: [deltas(5000), deltas(20_000)],
  columns: ['5,000 deltas', '20,000 deltas'].map((name) => ({
    label: name,
    variant: name,
    unit: 'µs',
    scale: 1000,
    base: 'full-hand',
  })),
  growth: [['5,000 deltas', '20,000 deltas']],
};
