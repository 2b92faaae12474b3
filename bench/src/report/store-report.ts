import type { Cells } from '../measure/result.ts';
import type { StoreWorkload } from '../measure/workload.ts';
import { table } from './format.ts';
import { settingLines, targetTable } from './report.ts';
import type { Setting } from './setting.ts';
import { judgeStoreTargets } from './store-targets.ts';
import { workloadReport } from './workload-report.ts';

/** The report on the stores. `does` says of each contender what it keeps, and how. */
export function storeReport(
  setting: Setting,
  done: readonly (readonly [StoreWorkload, Cells])[],
  does: ReadonlyMap<string, string>,
): string {
  const results = Object.fromEntries(done.map(([{ name }, cells]) => [name, cells]));
  const targets = judgeStoreTargets(results);
  return [
    '# Results: stores',
    'Written by `npm run bench -- store`. How it is measured, and what the figures do and do not ' +
      'say, is in [docs/performance.md](../docs/performance.md#stores).',
    ...settingLines(setting),
    table(
      ['contender', 'what it keeps'],
      [...does].map(([name, text]) => [name, text]),
    ),
    '## Targets',
    `${targets.filter(({ reached }) => reached).length} of ${targets.length} reached.`,
    targetTable(targets),
    'Judged by medians; "at best" is the same of the minima, the rounds that were disturbed least.',
    ...done.map(([workload, cells]) => workloadReport(workload, cells, new Map())),
    '',
  ].join('\n\n');
}
