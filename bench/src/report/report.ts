import type { Contender } from '../contender.ts';
import type { Cells } from '../measure/result.ts';
import type { OwnWorkload, Workload } from '../measure/workload.ts';
import { table } from './format.ts';
import { reasonsFor } from './reasons.ts';
import type { Setting } from './setting.ts';
import type { Results, Target } from './targets.ts';
import { judgeTargets } from './targets.ts';
import { workloadReport } from './workload-report.ts';

/** The targets as a table, for a page or a terminal. */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['what Helve sets out to reach', 'target', 'measured', 'at best', ''],
    targets.map(({ what, wanted, measured, atBest, reached }) => [
      what,
      wanted,
      measured,
      atBest,
      reached ? 'reached' : '**not reached**',
    ]),
  );
}

/** What was measured where, and the versions, as parts of a page. */
export function settingLines(setting: Setting): readonly string[] {
  const { date, node, cpu, cores, memoryGb, system, seed, minutes, load, versions } = setting;
  return [
    `${date}, ${minutes} minutes. ${cores} × ${cpu}, ${memoryGb} GB, ${system}, Node ${node}; load ` +
      `${load.before} before and ${load.after} after. Seed ${seed}.`,
    'Figures are medians, with minimum and maximum in brackets.',
    table(
      ['contender', 'version'],
      Object.entries(versions).map(([name, version]) => [name, version]),
    ),
  ];
}

/** The whole report. */
export function report(
  setting: Setting,
  done: readonly (readonly [Workload | OwnWorkload, Cells])[],
  contenders: ReadonlyMap<string, Contender>,
): string {
  const results: Results = Object.fromEntries(done.map(([{ name }, cells]) => [name, cells]));
  const targets = judgeTargets(results);
  return [
    '# Results',
    'Written by `npm run bench`. How it is measured, and what the figures do and do not say, is in ' +
      '[docs/performance.md](../docs/performance.md).',
    ...settingLines(setting),
    '## Targets',
    `${targets.filter(({ reached }) => reached).length} of ${targets.length} reached.`,
    targetTable(targets),
    'Judged by medians; "at best" is the same of the minima, the rounds that were disturbed least.',
    ...whyNot(targets),
    ...done.map(([workload, cells]) => workloadReport(workload, cells, contenders)),
    '',
  ].join('\n\n');
}

/** What stands behind the targets that were not reached, under a heading. */
export function whyNot(targets: readonly Target[]): readonly string[] {
  const reasons = reasonsFor(targets);
  if (reasons.length === 0) return [];
  return ['### What stands in the way', reasons.join('\n')];
}
