import type { Sample, StoreWorkload, Variant } from '../measure/workload.ts';
import type {
  ListedCall,
  StoreContender,
  WaitFilter,
  WaitList,
} from '../stores/store-contender.ts';
import { threadName } from '../stores/store-contender.ts';
import { listTask } from '../work/task.ts';
import { demand } from './checked.ts';
import { onStore, sampled } from './on-store.ts';

const perThread = 10;
/** One in so many waits for the other tool. */
const rareness = 1000;
const pageLength = 20;
const longPageLength = 100;

/** What is asked for, and how many of its calls there are. */
interface Question {
  readonly metric: string;
  readonly limit: number;
  readonly filter: WaitFilter;
  readonly there: (runs: number) => number;
}

const questions: readonly Question[] = [
  { metric: 'time', limit: pageLength, filter: {}, there: (runs) => runs },
  { metric: 'long', limit: longPageLength, filter: {}, there: (runs) => runs },
  {
    metric: 'byTool',
    limit: pageLength,
    filter: { toolName: 'refund' },
    there: (runs) => runs / rareness,
  },
  {
    metric: 'byThread',
    limit: pageLength,
    filter: { threadId: threadName(50) },
    there: () => perThread,
  },
];

const variant = (runs: number): Variant<StoreContender> => ({
  name: `${runs} runs`,
  size: runs,
  series: 'list',
  rounds: 9,
  prepare: (contender) => {
    const task = listTask('pay');
    return onStore(contender, task, async (store) => {
      const { list } = store;
      if (list === undefined) return { kind: 'cannot', why: 'it has no list of what waits' };
      const rare = runs / rareness;
      await list.add(runs - rare, { task, firstThread: 0, perThread });
      await list.add(rare, { task: listTask('refund'), firstThread: runs / perThread, perThread });
      await store.analyze?.();
      const measure = () => pages(list, runs);
      return sampled(async () => void (await measure()), measure);
    });
  },
});

async function pages(list: WaitList, runs: number): Promise<Sample> {
  const sample: Record<string, number> = {};
  for (const { metric, limit, filter, there } of questions) {
    const fields = Object.keys(filter) as (keyof WaitFilter)[];
    if (!fields.every((field) => list.filters.includes(field))) continue;
    const began = performance.now();
    const page = await list.page(limit, filter);
    sample[metric] = performance.now() - began;
    judge(page, Math.min(limit, there(runs)), filter);
  }
  return sample;
}

function judge(page: readonly ListedCall[], wanted: number, { toolName }: WaitFilter): void {
  const different = new Set(page.map(({ runId }) => runId)).size;
  demand(different === wanted && page.length === wanted, `${page.length} calls were listed`);
  const tools = toolName === undefined ? ['pay', 'refund'] : [toolName];
  demand(
    page.every((call) => tools.includes(call.toolName)),
    'a call of another tool was listed',
  );
}

const columnsOf = (runs: number) =>
  [
    ['first page', 'time'] as const,
    ['page of 100', 'long'] as const,
    ['by tool', 'byTool'] as const,
    ['by thread', 'byThread'] as const,
  ].map(([label, metric], index) => ({
    label: index === 0 ? `${runs.toLocaleString('en')} runs: ${label}` : label,
    variant: `${runs} runs`,
    metric,
    unit: 'ms',
  }));

/** The list of what waits. */
export const storeList: StoreWorkload = {
  name: 'store-list',
  title: 'What waits?',
  about:
    'Runs that all wait for an approval, ten on a thread, one in 1,000 for another tool: the first ' +
    'page of 20 waiting calls, and of 100; 20 of those of the rare tool; those of one thread. One ' +
    'waiting run is made by the library, and copied: in the database (Helve), or with the storage ' +
    'API (Mastra).',
  variants: [1000, 10_000, 100_000].map(variant),
  columns: [1000, 10_000, 100_000].flatMap(columnsOf),
  growth: [
    ['1000 runs', '10000 runs'],
    ['10000 runs', '100000 runs'],
  ],
};
