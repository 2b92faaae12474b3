import { figure } from '../measure/result.ts';
import { storeSteps } from '../workloads/store-steps.ts';
import type { Aim, Pick, Results, Target } from './targets.ts';
import { judge, over } from './targets.ts';
import { growthOf } from './workload-report.ts';

const stores = ['helve-memory', 'helve-sqlite', 'helve-postgres'];

/** Stores of Helve's beside those of Mastra's that are on the same engine. */
const sameEngine = [
  ['helve-sqlite', 'mastra-libsql'],
  ['helve-postgres', 'mastra-postgres'],
] as const;

/** Holds the results of the stores against what Helve sets out to reach. */
export function judgeStoreTargets(results: Results): readonly Target[] {
  return judge((pick) => aimsOf(results, pick));
}

function aimsOf(results: Results, pick: Pick): readonly Aim[] {
  const get = (workload: string, variant: string, row: string, metric?: string) =>
    figure(results[workload], variant, row, metric)?.[pick];
  const kept = (row: string, steps: number) => {
    const variant = `at rest after ${steps} steps`;
    const bytes = get('store-waiting', variant, row, 'bytes');
    const transcript = get('store-waiting', variant, row, 'transcript');
    return bytes === undefined || transcript === undefined
      ? undefined
      : (bytes - transcript) / 1024;
  };
  const pair = (row: string, steps: number) => get('store-waiting', `after ${steps} steps`, row);
  const lists = [
    ['first page', 'time'],
    ['page of 100', 'long'],
    ['by tool', 'byTool'],
    ['by thread', 'byThread'],
  ] as const;
  return [
    ...stores.map((row) => ({
      what: `${row}: 10 → 1,000 steps, exponent`,
      value: growthOf(
        storeSteps.variants,
        results['store-steps'] ?? {},
        row,
        '10 steps',
        '1000 steps',
      ),
      most: 1.05,
      unit: '',
    })),
    ...stores.flatMap((row) =>
      [0, 20].map((steps) => ({
        what: `${row}: waiting after ${steps} steps, above its messages`,
        value: kept(row, steps),
        most: 2,
        unit: 'KB',
      })),
    ),
    ...stores.flatMap((row) =>
      lists.map(([label, metric]) => ({
        what: `${row}: what waits among 100,000, ${label}`,
        value: get('store-list', '100000 runs', row, metric),
        most: 10,
        unit: 'ms',
      })),
    ),
    ...sameEngine.flatMap(([row, peer]) =>
      [0, 20].map((steps) => ({
        what: `${row}: suspend and resume after ${steps} steps, times the rate of ${peer}`,
        value: over(pair(peer, steps), pair(row, steps)),
        least: 10,
        unit: '×',
      })),
    ),
  ];
}
