import type { Run } from '../run/run.ts';

/**
 * Lets a run's stream be written to the store, where it is to be there; loaded only then. A part of
 * another run has no stream of its own.
 */
export function openStoredLog(run: Run): Promise<void> | undefined {
  const { record, config } = run;
  if (record.parent || !(record.chunkLog || config.storeStream)) return undefined;
  return openFor(run);
}

async function openFor(run: Run): Promise<void> {
  const { StoredLog } = await import('./stored-log.ts');
  const { lease, record, config } = run;
  const { runId, chunkLog: state } = record;
  const owner = lease?.claim.owner;
  const log = run.openLog();
  run.stored = new StoredLog({ runId, store: config.store, owner, log, runtime: config, state });
}
