import type { Usage } from '../../model/model-part.ts';
import type { RunRecord } from '../../store/records.ts';

/** The next version of a run's record, with what the run has spent and found by now. */
export function nextRecord(
  before: RunRecord,
  usage: Usage,
  discovered: ReadonlySet<string>,
  changes: Partial<RunRecord>,
): RunRecord {
  const next: { -readonly [Name in keyof RunRecord]: RunRecord[Name] } = {
    ...before,
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
