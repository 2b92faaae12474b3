import type { Sample, StoreWorkload, Variant } from '../measure/workload.ts';
import type { OpenStore, StoreContender, StoredWait } from '../stores/store-contender.ts';
import type { Task } from '../work/task.ts';
import { waitingTask } from '../work/task.ts';
import { demand, inspected } from './checked.ts';
import { liveBytes } from './concurrent.ts';
import { onStore, sampled } from './on-store.ts';

const warmUpMs = 500;

/** One run to its end, looked at closely, and others, so that nothing is timed that is only at first. */
async function warmUp(task: Task, { wait }: OpenStore): Promise<void> {
  await inspected(task, async () => {
    const { text } = await (await wait()).resume();
    demand(text === 'done', `the text was "${text}"`);
  });
  const until = performance.now() + warmUpMs;
  while (performance.now() < until) await (await wait()).resume();
}

const pairs = (stepsBefore: number, batch: number): Variant<StoreContender> => ({
  name: `after ${stepsBefore} steps`,
  rounds: 5,
  prepare: (contender) => {
    const task = waitingTask(stepsBefore);
    return onStore(contender, task, (store) =>
      sampled(
        () => warmUp(task, store),
        async () => {
          task.count.executed = 0;
          const waiting: StoredWait[] = [];
          const began = performance.now();
          for (let times = 0; times < batch; times += 1) waiting.push(await store.wait());
          const suspended = performance.now();
          demand(task.count.executed === stepsBefore * batch, 'a call ran before it was approved');
          const resumed = performance.now();
          for (const run of waiting) {
            const { text } = await run.resume();
            demand(text === 'done', `the text was "${text}"`);
          }
          const ended = performance.now();
          demand(task.count.executed === (stepsBefore + 1) * batch, 'an approved call did not run');
          const suspend = (suspended - began) / batch;
          const resume = (ended - resumed) / batch;
          return { suspend, resume, time: suspend + resume, rate: 1000 / (suspend + resume) };
        },
      ),
    );
  },
});

const atRest = (stepsBefore: number, runs: number): Variant<StoreContender> => ({
  name: `at rest after ${stepsBefore} steps`,
  rounds: 1,
  prepare: (contender) => {
    const task = waitingTask(stepsBefore);
    return onStore(contender, task, (store) => {
      const size = store.size ?? (async () => liveBytes());
      const ofMessages = store.messagesSize ?? (async () => 0);
      // what a library or a database makes once is no run's
      const first = async () => {
        for (let times = 0; times < 10; times += 1) await store.wait();
      };
      return sampled(first, async (): Promise<Sample> => {
        const before = await size();
        const messagesBefore = await ofMessages();
        let last = await store.wait();
        for (let times = 1; times < runs; times += 1) last = await store.wait();
        const bytes = ((await size()) - before) / runs;
        const inTables = ((await ofMessages()) - messagesBefore) / runs;
        const messages = await last.messages?.();
        demand((await last.resume()).text === 'done', 'the last run did not end');
        if (messages === undefined) return { bytes };
        return { bytes, transcript: store.messagesSize ? inTables : heapOf(messages) };
      });
    });
  },
});

/** What messages take in memory, without the texts in them that all runs share. */
function heapOf(messages: readonly unknown[]): number {
  const times = 300;
  const before = liveBytes();
  const copies = Array.from({ length: times }, () => copyOf(messages));
  const bytes = (liveBytes() - before) / times;
  demand(copies.length === times, 'the copies are gone');
  return bytes;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]));
}

const kilobytes = { unit: 'KB', scale: 1 / 1024 };

/** Runs that are kept until somebody approves a call. */
export const storeWaiting: StoreWorkload = {
  name: 'store-waiting',
  title: 'To wait, and to go on',
  about:
    'A run whose last call has to be approved: from its beginning until its wait is kept, and from ' +
    'the approval to its end, one run after the other; and what each of 300 waiting runs (30 with 20 ' +
    'steps) takes on the disk, indexes and half-filled pages included, and how much of that the table of ' +
    'messages takes. In memory that is live heap.',
  variants: [pairs(0, 30), atRest(0, 300), pairs(20, 5), atRest(20, 30)],
  columns: [0, 20].flatMap((steps) => [
    {
      label: `after ${steps} steps: to the wait`,
      variant: `after ${steps} steps`,
      metric: 'suspend',
      unit: 'ms',
    },
    { label: 'from the approval', variant: `after ${steps} steps`, metric: 'resume', unit: 'ms' },
    { label: 'both, a second', variant: `after ${steps} steps`, metric: 'rate', unit: '' },
    { label: 'kept', variant: `at rest after ${steps} steps`, metric: 'bytes', ...kilobytes },
    {
      label: 'of it messages',
      variant: `at rest after ${steps} steps`,
      metric: 'transcript',
      ...kilobytes,
    },
  ]),
};
