/** What a parameter or a column holds. */
export type SqlValue = string | number | null;

/** A row of a result, by the names of its columns. */
export type Row = Readonly<Record<string, SqlValue>>;

/** One statement, its parameters written `$1` to `$n`. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * Work on a database: yields statements, is given their rows. Written this way so that an engine
 * without promises carries it out in one go, and one with promises awaits each statement.
 */
export type Steps<T> = Generator<Statement, T, readonly Row[]>;

/** How a transaction is carried out. */
export interface TransactionOptions<T> {
  /** Whether what was done is kept; else it is undone. Default: always. */
  readonly keep?: (value: T) => boolean;
  /** It must survive a loss of power, too. */
  readonly durable?: boolean;
  /** It takes data away for good, which must not be found in files any more. */
  readonly erases?: boolean;
}

/** What a store needs of a database. Failures of the database are `StoreError`s. */
export interface SqlEngine {
  query(statement: Statement): Promise<readonly Row[]>;
  /** One transaction; `makeSteps` is called again where the transaction has to be tried again. */
  transact<T>(makeSteps: () => Steps<T>, options?: TransactionOptions<T>): Promise<T>;
  /** Calls `changed` when there may be news of a run, by the text of its id. */
  watch(id: string, changed: () => void): Promise<() => void>;
  /** Tells those who watch a run, or any; what was committed is told, never what is to be. */
  tell(id?: string): Promise<void>;
}

/** What the two databases write differently. */
export interface Dialect {
  /** In front of the name of a table. */
  readonly prefix: string;
  /** The type of a key that the database counts up, never giving a number twice. */
  readonly identity: string;
  /** The database's clock, in milliseconds since 1970. */
  readonly now: string;
  /** Behind a select: the row must not be deleted before the transaction ends. */
  readonly keyShare: string;
  /** Behind a select: nobody else may change the row before the transaction ends. */
  readonly forUpdate: string;
  /** Waits until no other transaction writes to the thread `$1`, where several could. */
  readonly lockThread?: string;
  /**
   * Tells those who watch the run `$1` once the transaction is committed, and not if it is not.
   * Without it, the engine tells when it has committed.
   */
  readonly notify?: string;
}
