import type { Usage } from '../../model/model-part.ts';
import type { RunRecord } from '../../store/records.ts';
import type { StoredLog } from '../stream/stored-log.ts';

/** What a run's record is made of. */
interface Recorded {
  readonly record: RunRecord;
  readonly usage: Usage;
  readonly discovered: ReadonlySet<string>;
  readonly stored: StoredLog | undefined;
}

/** The next version of a run's record, with what the run has spent, found and shown by now. */
export function nextRecord(run: Recorded, changes: Partial<RunRecord>): RunRecord {
  const { record: before, usage, discovered, stored } = run;
  const next: { -readonly [Name in keyof RunRecord]: RunRecord[Name] } = {
    ...before,
    ...(stored ? { chunkLog: stored.state } : {}),
    ...changes,
    // Figures that are not known are absent from it.
    usage: { ...usage } as RunRecord['usage'],
    version: before.version + 1,
    updatedAt: Date.now(),
  };
  // Getting on is what the count starts anew for.
  if (before.recoveries !== undefined && changes.recoveries === undefined) delete next.recoveries;
  if (discovered.size > 0) next.discoveredTools = [...discovered];
  return next;
}
