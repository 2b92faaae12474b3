import type { CallRecord } from '../../store/records.ts';

/** What became of several calls at the same moment, and the commit that will have it. */
export interface GatheredCalls {
  readonly records: CallRecord[];
  readonly written: Promise<void>;
}
