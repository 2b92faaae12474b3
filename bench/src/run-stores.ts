import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../../tests/postgres/start-postgres.ts';
import type { Cells } from './measure/result.ts';
import { rounded } from './measure/rounded.ts';
import { benchFolder } from './measure/run-child.ts';
import { runWorkload } from './measure/run-workload.ts';
import type { RunSettings, StoreWorkload } from './measure/workload.ts';
import { targetTable } from './report/report.ts';
import { currentLoad, describeSetting } from './report/setting.ts';
import { storeReport } from './report/store-report.ts';
import { judgeStoreTargets } from './report/store-targets.ts';
import { workloadReport } from './report/workload-report.ts';
import { storeContenderNames } from './stores/index.ts';
import { folderVariable, urlVariable } from './stores/open-fresh.ts';
import type { StoreContender } from './stores/store-contender.ts';
import { storeWorkloads } from './workloads/index.ts';

/** How the stores are measured. */
export interface StoreRun extends Omit<RunSettings, 'contenders' | 'folder'> {
  readonly seed: number;
  readonly began: number;
  /** Those of the contenders that are wanted, where not all are. */
  readonly only: readonly string[] | undefined;
}

/**
 * Measures libraries with their stores, on files and on a PostgreSQL server of its own; what all of
 * them come to is written to STORE.md and store-results.json.
 */
export async function runStores({ seed, began, only, ...settings }: StoreRun): Promise<void> {
  const load = currentLoad();
  const contenders = only ?? storeContenderNames;
  const done: (readonly [StoreWorkload, Cells])[] = [];
  await withPlaces(settings.note, async () => {
    for (const workload of storeWorkloads) {
      const cells = await runWorkload(workload, { ...settings, contenders, folder: 'stores' });
      done.push([workload, cells]);
    }
  });
  const results = Object.fromEntries(done.map(([{ name }, cells]) => [name, cells]));
  if (settings.quick || only !== undefined) {
    const nobody = new Map<string, never>();
    for (const [workload, cells] of done)
      console.log(`${workloadReport(workload, cells, nobody)}\n`);
  } else {
    const does = new Map<string, string>();
    for (const name of contenders) {
      // a file of ours, by a name of our list
      const module = (await import(`./stores/${name}.ts`)) as { storeContender: StoreContender };
      does.set(name, module.storeContender.does);
    }
    const setting = describeSetting(seed, began, load, 'stores');
    writeFileSync(join(benchFolder, 'STORE.md'), storeReport(setting, done, does));
    writeFileSync(
      join(benchFolder, 'store-results.json'),
      `${JSON.stringify({ setting, results }, rounded, 2)}\n`,
    );
  }
  console.log(targetTable(judgeStoreTargets(results)));
}

/** A folder and a database, which the workers find in their environment, and are gone afterwards. */
async function withPlaces(note: RunSettings['note'], work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'helve-bench-'));
  const server = findPostgres() === undefined ? undefined : await startPostgres();
  if (server === undefined) note('PostgreSQL is not installed: whoever needs it is left out.');
  process.env[folderVariable] = folder;
  process.env[urlVariable] = server?.url ?? '';
  try {
    await work();
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
