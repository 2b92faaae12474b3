import { cannot, type Variant, type Workload } from '../measure/workload.ts';
import { loopTask } from '../work/task.ts';
import { demand, timedRun } from './checked.ts';

const deltas = (count: number): Variant => ({
  name: `${count.toLocaleString('en')} deltas`,
  size: count,
  series: 'text',
  per: count,
  unit: 'µs',
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
  about: 'A run that answers with a text in pieces of 20 characters, each of which is read. Per piece.',
  variants: [deltas(5000), deltas(20_000)],
};
