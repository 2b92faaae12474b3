import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../../tests/postgres/start-postgres.ts';
import { judgeStoreTargets } from './report/store-targets.ts';
import type { Part, PartRun } from './run-part.ts';
import { runPart } from './run-part.ts';
import { storeContenderNames } from './stores/index.ts';
import { folderVariable, urlVariable } from './stores/open-fresh.ts';
import type { StoreContender } from './stores/store-contender.ts';
import { storeWorkloads } from './workloads/index.ts';

const stores: Part = {
  title: 'stores',
  command: 'npm run bench -- store',
  anchor: 'stores',
  doing: 'what it keeps',
  folder: 'stores',
  contenders: storeContenderNames,
  workloads: storeWorkloads,
  files: { report: 'STORE.md', results: 'store-results.json' },
  judge: judgeStoreTargets,
  async does(name) {
    // a file of ours, by a name of our list
    const module = (await import(`./stores/${name}.ts`)) as { storeContender: StoreContender };
    return module.storeContender.does;
  },
};

/**
 * Measures libraries with their stores, on files and on a PostgreSQL server of its own; what all of
 * them come to is written to STORE.md and store-results.json.
 */
export async function runStores(run: PartRun): Promise<void> {
  await withPlaces(run.note, () => runPart(stores, run));
}

/** A folder and a database, which the workers find in their environment, and are gone afterwards. */
async function withPlaces(note: PartRun['note'], work: () => Promise<void>): Promise<void> {
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
