import type { PayloadColumn } from './payload-codec.ts';
import type { Dialect } from './sql-engine.ts';
import type { Put } from './statement.ts';

/** What every piece of work on the database needs to know. */
export interface Tables {
  readonly runs: string;
  readonly calls: string;
  readonly messages: string;
  readonly decisions: string;
  readonly chunks: string;
  readonly dialect: Dialect;
  readonly payload: PayloadColumn;
  /** The application's clock, where it is to count instead of the database's. */
  readonly clock: (() => number) | undefined;
}

/** The tables' names, as a dialect writes them. */
export function tablesOf(
  dialect: Dialect,
  payload: PayloadColumn,
  clock: (() => number) | undefined,
): Tables {
  const { prefix } = dialect;
  return {
    runs: `${prefix}runs`,
    calls: `${prefix}calls`,
    messages: `${prefix}messages`,
    decisions: `${prefix}decisions`,
    chunks: `${prefix}chunks`,
    dialect,
    payload,
    clock,
  };
}

/** The time, as part of a statement. */
export function nowIn({ clock, dialect }: Tables, put: Put): string {
  return clock ? `CAST(${put(clock())} AS DOUBLE PRECISION)` : dialect.now;
}
