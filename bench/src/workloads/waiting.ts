import type { WaitingRun } from '../contender.ts';
import type { Variant, Workload } from '../measure/workload.ts';
import { cannot } from '../measure/workload.ts';
import { waitingTask } from '../work/task.ts';
import { demand, inspected } from './checked.ts';

const warmUpMs = 1000;

const after = (stepsBefore: number, batch: number): Variant => ({
  name: `after ${stepsBefore} steps`,
  rounds: 9,
  prepare: (contender) => {
    if (contender.wait === undefined) return cannot(contender, 'wait');
    const task = waitingTask(stepsBefore);
    const start = contender.wait(task);
    let checked = false;
    return {
      kind: 'sampled',
      sample: async () => {
        if (!checked) {
          await inspected(task, async () => {
            const { text } = await (await start()).resume();
            demand(text === 'done', `the text was "${text}"`);
          });
          // so that nothing is timed that happens only at first
          const warm = performance.now() + warmUpMs;
          while (performance.now() < warm) await (await start()).resume();
          checked = true;
        }
        task.count.executed = 0;
        const waiting: WaitingRun[] = [];
        const began = performance.now();
        for (let times = 0; times < batch; times += 1) waiting.push(await start());
        const suspended = performance.now();
        demand(task.count.executed === stepsBefore * batch, 'a call ran before it was approved');
        const kept = await waiting[0]?.atRest();
        const resumed = performance.now();
        for (const run of waiting) await run.resume();
        const ended = performance.now();
        demand(task.count.executed === (stepsBefore + 1) * batch, 'an approved call did not run');
        return {
          suspend: (suspended - began) / batch,
          resume: (ended - resumed) / batch,
          bytes: Buffer.byteLength(kept?.everything ?? ''),
          transcript: Buffer.byteLength(kept?.transcript ?? ''),
        };
      },
    };
  },
});

/** Runs that stop until somebody approves a call. */
export const waiting: Workload = {
  name: 'waiting',
  title: 'Runs that wait for approval',
  about:
    'A run whose last call has to be approved: from its beginning until it waits, what is kept of ' +
    'it as JSON, and from the approval to its end. Everything stays in memory.',
  capability: 'wait',
  variants: [after(0, 50), after(20, 10)],
  columns: ['after 0 steps', 'after 20 steps'].flatMap((variant) => [
    { label: `${variant}: to the wait`, variant, metric: 'suspend', unit: 'µs', scale: 1000 },
    { label: 'from the approval', variant, metric: 'resume', unit: 'µs', scale: 1000 },
    { label: 'at rest', variant, metric: 'bytes', unit: 'KB', scale: 1 / 1024 },
  ]),
};
