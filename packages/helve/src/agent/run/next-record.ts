import type { Usage } from '../../model/model-part.ts';
import type { RunRecord } from '../../store/records.ts';

/** The next version of a run's record, with what the run has spent and found by now. */
export function nextRecord(
  before: RunRecord,
  usage: Usage,
  discovered: ReadonlySet<string>,
  changes: Partial<RunRecord>,
): RunRecord {
  // Getting on is what the count starts anew for.
  const record = before.recoveries === undefined ? before : withoutRecoveries(before);
  const found = discovered.size > 0 ? { discoveredTools: [...discovered] } : {};
  return {
    ...record,
    usage: { ...usage } as RunRecord['usage'],
    ...found,
    ...changes,
    version: record.version + 1,
    updatedAt: Date.now(),
  };
}

function withoutRecoveries({ recoveries: _, ...record }: RunRecord): RunRecord {
  return record;
}
