import type { Cells } from '../measure/result.ts';
import type { WorkloadShape } from '../measure/workload.ts';
import { table } from './format.ts';
import { settingLines, targetTable, whyNot } from './report.ts';
import type { Setting } from './setting.ts';
import type { Results, Target } from './targets.ts';
import { workloadReport } from './workload-report.ts';

/** What a report says of the part that it is on. */
export interface PartText {
  readonly title: string;
  /** What writes it. */
  readonly command: string;
  /** The section of docs/performance.md about it. */
  readonly anchor: string;
  /** What is said of each contender. */
  readonly doing: string;
  judge(results: Results): readonly Target[];
}

/** The report on a part that is measured alone. `does` says of each contender what it does. */
export function partReport(
  { title, command, anchor, doing, judge }: PartText,
  setting: Setting,
  done: readonly (readonly [WorkloadShape, Cells])[],
  does: ReadonlyMap<string, string>,
): string {
  const targets = judge(Object.fromEntries(done.map(([{ name }, cells]) => [name, cells])));
  return [
    `# Results: ${title}`,
    `Written by \`${command}\`. How it is measured, and what the figures do and do not ` +
      `say, is in [docs/performance.md](../docs/performance.md#${anchor}).`,
    ...settingLines(setting),
    table(
      ['contender', doing],
      [...does].map(([name, text]) => [name, text]),
    ),
    '## Targets',
    `${targets.filter(({ reached }) => reached).length} of ${targets.length} reached.`,
    targetTable(targets),
    'Judged by medians; "at best" is the same of the minima, the rounds that were disturbed least.',
    ...whyNot(targets),
    ...done.map(([workload, cells]) => workloadReport(workload, cells, new Map())),
    '',
  ].join('\n\n');
}
