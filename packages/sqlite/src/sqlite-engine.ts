import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreError } from 'helve/store';
import type {
  Dialect,
  Row,
  SqlEngine,
  Statement,
  Steps,
  TransactionOptions,
} from '../../sql/src/index.ts';
import { migrate } from '../../sql/src/index.ts';
import { FileWatch } from './file-watch.ts';
import { loadSqlite } from './load-sqlite.ts';
import { sqliteFailure } from './sqlite-failure.ts';
import type { SqliteStoreOptions } from './sqlite-store.ts';

/** Texts repeat, but for the numbers of rows in them; beyond this many all are prepared anew. */
const PREPARED = 300;

const DIALECT: Dialect = {
  prefix: 'helve_',
  identity: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  now: `(unixepoch('subsec') * 1000)`,
  // a transaction that writes is alone from its beginning
  keyShare: '',
  forUpdate: '',
};

/**
 * One connection to a file. Everything it does is done in one go, so that nothing of this process
 * gets between the statements of a transaction; other processes wait.
 */
export class SqliteEngine implements SqlEngine {
  readonly dialect: Dialect = DIALECT;
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #synchronous: 'waits' | 'full' | 'normal';
  readonly #busyTimeoutMs: number;
  readonly #watch = new FileWatch(() => this.#dataVersion());
  #isFull = false;

  constructor(options: SqliteStoreOptions) {
    const { path, synchronous = 'waits', busyTimeoutMs = 5000, maxBytes } = options;
    checkOptions(options);
    const { DatabaseSync } = loadSqlite();
    this.#path = path;
    this.#synchronous = synchronous;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#database = this.#try(() => new DatabaseSync(path, { timeout: busyTimeoutMs }));
    try {
      this.#try(() => this.#setUp(maxBytes));
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    this.#checkOpen();
    return this.#try(() => this.#all(statement));
  }

  async transact<T>(makeSteps: () => Steps<T>, options: TransactionOptions<T> = {}): Promise<T> {
    this.#checkOpen();
    const { durable = false, erases = false } = options;
    return this.#try(() => {
      this.#setFull(this.#synchronous === 'full' || (durable && this.#synchronous === 'waits'));
      const value = this.#transact(makeSteps(), options.keep);
      // pages as they were before are still in the log, until it is emptied
      if (erases) this.#emptyLog();
      return value;
    });
  }

  async watch(id: string, changed: () => void): Promise<() => void> {
    this.#checkOpen();
    return this.#watch.add(id, changed);
  }

  async tell(id?: string): Promise<void> {
    this.#watch.tell(id);
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#watch.close();
    this.#emptyLog();
    this.#prepared.clear();
    this.#database.close();
  }

  #setUp(maxBytes: number | undefined): void {
    const database = this.#database;
    database.exec(
      'PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL',
    );
    this.#setJournalMode();
    if (maxBytes !== undefined) {
      const size = Number(this.#all({ text: 'PRAGMA page_size', values: [] })[0]?.['page_size']);
      database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / size))}`);
    }
    this.#transact(migrate(this.dialect));
  }

  /** Another number after every commit of another connection, and none of this one. */
  #dataVersion(): unknown {
    return this.#all({ text: 'PRAGMA data_version', values: [] })[0]?.['data_version'];
  }

  /** Another process that does the same at the same moment makes it fail without any waiting. */
  #setJournalMode(): void {
    const until = Date.now() + this.#busyTimeoutMs;
    for (;;) {
      try {
        this.#database.exec('PRAGMA journal_mode = WAL');
        return;
      } catch (error) {
        const failure = sqliteFailure(error, this.#path);
        const isBusy = StoreError.isInstance(failure) && failure.reason === 'busy';
        if (!isBusy || Date.now() >= until) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  }

  #transact<T>(steps: Steps<T>, keep: (value: T) => boolean = () => true): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      let step = steps.next();
      while (!step.done) step = steps.next(this.#all(step.value));
      this.#database.exec(keep(step.value) ? 'COMMIT' : 'ROLLBACK');
      return step.value;
    } catch (error) {
      // where there is no room left, SQLite may have done so itself
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #all({ text, values }: Statement): readonly Row[] {
    // every column is text, a whole number or a float; none of them is read as a bigint
    return this.#prepare(text).all(...values) as unknown as readonly Row[];
  }

  #prepare(text: string): StatementSync {
    const known = this.#prepared.get(text);
    if (known) return known;
    if (this.#prepared.size >= PREPARED) this.#prepared.clear();
    // `$1` would be a name here
    const prepared = this.#database.prepare(text.replaceAll(/\$(\d+)/g, '?$1'));
    this.#prepared.set(text, prepared);
    return prepared;
  }

  #setFull(isFull: boolean): void {
    if (isFull === this.#isFull) return;
    this.#database.exec(`PRAGMA synchronous = ${isFull ? 'FULL' : 'NORMAL'}`);
    this.#isFull = isFull;
  }

  /** Does not wait for readers of other processes: whoever writes next does the same again. */
  #emptyLog(): void {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      const failure = sqliteFailure(error, this.#path);
      if (!StoreError.isInstance(failure)) throw error;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  #checkOpen(): void {
    if (this.#database.isOpen) return;
    throw new StoreError('closed', `The store of "${this.#path}" was closed. Open another one.`);
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw sqliteFailure(error, this.#path);
    }
  }
}

function checkOptions({ path, busyTimeoutMs = 0, maxBytes = 1 }: SqliteStoreOptions): void {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError('`path` must name the database file, or be ":memory:".');
  }
  if (!(Number.isSafeInteger(busyTimeoutMs) && busyTimeoutMs >= 0)) {
    throw new RangeError(`busyTimeoutMs is ${busyTimeoutMs}; it must be milliseconds, 0 or more.`);
  }
  if (!(maxBytes > 0)) throw new RangeError(`maxBytes is ${maxBytes}; it must be above 0.`);
}
