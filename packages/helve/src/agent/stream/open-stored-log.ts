import type { Run } from '../run/run.ts';

/**
 * Lets a run's stream be written to the store, where it is to be there; loaded only then. A part of
 * another run has no stream of its own.
 */
export async function openStoredLog(run: Run): Promise<void> {
  const { record, config } = run;
  const { runId, parent, chunkLog: state } = record;
  if (parent || !(state || config.storeStream)) return;
  const { StoredLog } = await import('./stored-log.ts');
  const { store, claim } = config;
  const log = run.openLog();
  run.stored = new StoredLog({ runId, store, owner: claim.owner, log, runtime: config, state });
}
