import { join } from 'node:path';
import type { Task } from '../work/task.ts';
import type { OpenStore, StoreContender } from './store-contender.ts';

/** Where stores may be opened; the driver tells its workers in their environment. */
export const folderVariable = 'HELVE_BENCH_FOLDER';
export const urlVariable = 'HELVE_BENCH_POSTGRES';

let opened: OpenStore | undefined;
let count = 0;

/**
 * Opens a store with nothing in it, and closes the one before. Gives nothing where it needs a
 * PostgreSQL that is not there.
 */
export async function openFresh(
  contender: StoreContender,
  task: Task,
): Promise<OpenStore | undefined> {
  await opened?.close();
  opened = undefined;
  const { [folderVariable]: folder, [urlVariable]: url = '' } = process.env;
  if (folder === undefined) throw new Error(`${folderVariable} does not say where to put files.`);
  if (contender.engine === 'postgres' && url === '') return undefined;
  count += 1;
  const name = `bench_${process.pid}_${count}`;
  opened = await contender.open(task, { file: join(folder, `${name}.db`), url, schema: name });
  return opened;
}
