import type { SqlValue, Statement } from './sql-engine.ts';

/** Writes a value as the next parameter of a statement, and gives its name. */
export type Put = (value: SqlValue) => string;

/**
 * Makes a statement. Values only ever get in as parameters.
 *
 * @example
 * statement((put) => `SELECT body FROM runs WHERE run_id = ${put(id)}`)
 */
export function statement(write: (put: Put) => string): Statement {
  const values: SqlValue[] = [];
  const text = write((value) => `$${values.push(value)}`);
  return { text, values };
}
