import type { StoreFailure } from 'helve/store';
import { StoreError } from 'helve/store';

/** SQLite's result codes (https://sqlite.org/rescode.html), without what extends them. */
const FAILURES: Readonly<Record<number, readonly [StoreFailure, string]>> = {
  5: ['busy', 'Other processes kept it locked for too long. Try again, or raise `busyTimeoutMs`.'],
  6: ['busy', 'Other processes kept it locked for too long. Try again, or raise `busyTimeoutMs`.'],
  8: ['unavailable', 'It may only be read. Give this process the right to write it.'],
  10: ['unavailable', 'The disk refused to read or write. See the cause.'],
  11: ['unreadable', 'It is damaged. Restore it from a backup.'],
  13: ['full', 'The disk, or `maxBytes`, is full. Nothing of this was kept; make room.'],
  14: ['unavailable', 'It could not be opened. Does its folder exist, and may it be written?'],
  26: ['unreadable', 'It is no SQLite database. Name another file.'],
};

/** What SQLite threw, as an error that says what to do; anything else is given back as it is. */
export function sqliteFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const failure = FAILURES[Number(error.errcode) & 0xff];
  if (!failure) return error;
  const [reason, advice] = failure;
  return new StoreError(reason, `The database "${path}" failed. ${advice}`, { cause: error });
}
