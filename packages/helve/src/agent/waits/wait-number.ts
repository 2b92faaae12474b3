import type { CallRecord } from '../../store/records.ts';

type Counted = Pick<CallRecord, 'waitNumber' | 'decision'>;

/** The number of the wait that a waiting call is in: the same in every process, as long as it lasts. */
export function presentWait(record: Counted): number {
  return record.waitNumber ?? nextWait(record);
}

/** The number of the wait that begins now. */
export function nextWait({ waitNumber, decision }: Counted): number {
  // Records of earlier versions have none; a call that was decided on has waited before.
  return (waitNumber ?? (decision ? 1 : 0)) + 1;
}
