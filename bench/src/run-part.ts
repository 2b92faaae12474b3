import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cells } from './measure/result.ts';
import { rounded } from './measure/rounded.ts';
import { benchFolder } from './measure/run-child.ts';
import { runWorkload } from './measure/run-workload.ts';
import type { RunSettings, WorkloadShape } from './measure/workload.ts';
import type { PartText } from './report/part-report.ts';
import { partReport } from './report/part-report.ts';
import { targetTable } from './report/report.ts';
import { currentLoad, describeSetting } from './report/setting.ts';
import { workloadReport } from './report/workload-report.ts';

/** How a part of the benchmark is run that is measured alone. */
export interface PartRun extends Omit<RunSettings, 'contenders' | 'folder'> {
  readonly seed: number;
  readonly began: number;
  /** Those of the contenders that are wanted, where not all are. */
  readonly only: readonly string[] | undefined;
}

/** What is measured in a part, of whom, and where it is written. */
export interface Part extends PartText {
  readonly folder: 'stores' | 'servers';
  readonly contenders: readonly string[];
  readonly workloads: readonly WorkloadShape[];
  /** What a contender does, in a sentence. */
  does(contender: string): Promise<string>;
  /** Files in the folder of the benchmark. */
  readonly files: { readonly report: string; readonly results: string };
}

/** Measures a part; what all of its contenders come to is written, and what some do is printed. */
export async function runPart(part: Part, run: PartRun): Promise<void> {
  const { seed, began, only, ...settings } = run;
  const { folder, files, workloads } = part;
  const load = currentLoad();
  const contenders = only ?? part.contenders;
  const done: (readonly [WorkloadShape, Cells])[] = [];
  for (const workload of workloads) {
    done.push([workload, await runWorkload(workload, { ...settings, contenders, folder })]);
  }
  const results = Object.fromEntries(done.map(([{ name }, cells]) => [name, cells]));
  if (settings.quick || only !== undefined) {
    const nobody = new Map<string, never>();
    for (const [workload, cells] of done)
      console.log(`${workloadReport(workload, cells, nobody)}\n`);
  } else {
    const does = new Map<string, string>();
    for (const name of contenders) does.set(name, await part.does(name));
    const setting = describeSetting(seed, began, load, folder);
    writeFileSync(join(benchFolder, files.report), partReport(part, setting, done, does));
    writeFileSync(
      join(benchFolder, files.results),
      `${JSON.stringify({ setting, results }, rounded, 2)}\n`,
    );
  }
  console.log(targetTable(part.judge(results)));
}
