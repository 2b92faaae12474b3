import type { StoreFailure } from 'helve/store';
import { StoreError } from 'helve/store';

/** By PostgreSQL's SQLSTATE, or the class that its first two characters are. */
const FAILURES: Readonly<Record<string, readonly [StoreFailure, string]>> = {
  '08': ['unavailable', 'The connection was lost. Is the database running?'],
  '28': ['unavailable', 'It refused the user. Check the connection string.'],
  '3D000': ['unavailable', 'There is no such database. Check the connection string.'],
  '25006': ['unavailable', 'It may only be read. Connect to the primary.'],
  '40': ['busy', 'Others wrote the same at the same time, again and again. Try again.'],
  '42501': [
    'unavailable',
    'The user lacks a right. Let a role that may make tables call `migrate()`, and grant this one ' +
      'the right to read and write them.',
  ],
  '53100': ['full', 'Its disk is full. Nothing of this was kept; make room.'],
  '53': ['unavailable', 'It is out of memory or connections. Allow more, or open fewer.'],
  '55P03': ['busy', 'Others kept it locked for too long. Try again.'],
  '57014': ['busy', 'It took longer than the statement time-out allows. Try again.'],
  '57': ['unavailable', 'It was shut down, or is starting up.'],
  XX001: ['unreadable', 'It is damaged. Restore it from a backup.'],
};

/** What went wrong below PostgreSQL, by the `code` of Node's errors. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What `pg` threw, as an error that says what to do; anything else is given back as it is. */
export function postgresFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const failure = FAILURES[codeOf(error)] ?? FAILURES[codeOf(error).slice(0, 2)];
  if (failure) return storeError(failure, error);
  if (isUnreachable(error)) {
    return storeError(['unavailable', 'It could not be reached. Is it running?'], error);
  }
  return error;
}

/** The outcome of a transaction whose end nobody has confirmed. */
export function unconfirmed(cause: unknown): StoreError {
  return new StoreError(
    'unavailable',
    'The connection to PostgreSQL was lost while a transition was being confirmed. It may have ' +
      'been kept: load the record again before you go on.',
    { cause },
  );
}

/** Whether another try may succeed: others were in the way. */
export function isCollision(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes(codeOf(error));
}

/** Whether the database went away or was not there, which may be over soon. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (UNREACHABLE.has(code) || /^(?:08...|57P0[123])$/.test(code)) return true;
  // `pg` has no code for these; several addresses may each have failed
  const isLost = /^(?:Connection terminated|timeout exceeded when trying to connect)/;
  return (
    isLost.test(error.message) ||
    (error instanceof AggregateError && error.errors.every(isUnreachable))
  );
}

function storeError([reason, advice]: readonly [StoreFailure, string], cause: Error): StoreError {
  return new StoreError(reason, `PostgreSQL failed. ${advice}`, { cause });
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
