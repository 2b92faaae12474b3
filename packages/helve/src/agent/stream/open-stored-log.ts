import type { RunRecord } from '../../store/records.ts';
import type { RunConfig } from '../run/run-config.ts';
import type { ChunkLog } from './chunk-log.ts';
import type { LogEntry } from './log-entry.ts';
import { StoredLog } from './stored-log.ts';

/** What writes a run's stream to the store, where it is to be there. A part of another run has none. */
export function openStoredLog(
  { runId, parent, chunkLog: state }: RunRecord,
  config: RunConfig,
  openLog: () => ChunkLog<LogEntry>,
): StoredLog | undefined {
  if (parent || !(state || config.storeStream)) return undefined;
  const { store, claim } = config;
  return new StoredLog({
    runId,
    store,
    owner: claim.owner,
    log: openLog(),
    runtime: config,
    state,
  });
}
