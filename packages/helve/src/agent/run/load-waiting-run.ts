import type { RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { RunBusyError } from '../agent-errors.ts';

/**
 * Loads a run to go on with it here.
 *
 * @throws RunBusyError (`RUN_BUSY`) where it does not wait in the store: somebody else has it.
 */
export async function loadWaitingRun(store: Store, runId: string): Promise<RunRecord> {
  const record = await store.loadRun(runId);
  if (record?.state === 'waiting') return record;
  throw new RunBusyError(runId);
}
