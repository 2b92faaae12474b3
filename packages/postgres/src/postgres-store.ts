import type { PayloadCodec, SqlStoreOptions } from '../../sql/src/index.ts';
import { SqlStore } from '../../sql/src/index.ts';
import { PostgresEngine } from './postgres-engine.ts';
import type { PostgresPool } from './postgres-pool.ts';

/** How a store in PostgreSQL is set up. Either `connectionString` or `pool` is needed. */
export interface PostgresStoreOptions extends SqlStoreOptions {
  /** Where the database is: `postgres://user:password@host:5432/database`. */
  readonly connectionString?: string;
  /** A pool of `pg` that the application has anyway. `close()` leaves it open. */
  readonly pool?: PostgresPool;
  /**
   * Where to listen for what other processes did, while somebody waits for it; a connection that is
   * kept for as long. Needed where `connectionString` or `pool` leads through a pooler in transaction
   * mode, which forgets who listens. Default: as for everything else.
   */
  readonly listenConnectionString?: string;
  /** How many connections to open at most, beside the one that listens. Default 10. */
  readonly maxConnections?: number;
  /** The schema that the tables are in, made where it is not there. Default `helve`. */
  readonly schema?: string;
  /**
   * Writes whole records in another form before they reach the database, encrypted for example, and
   * reads them again. Ids, names of agents and tools, states and times stay readable in columns of
   * their own. It may be added later: what was written without stays readable.
   */
  readonly codec?: PayloadCodec;
  /**
   * How long to try again where the database cannot be reached, in milliseconds: long enough for a
   * restart of it. Default 5,000.
   */
  readonly retryMs?: number;
}

/**
 * Keeps runs, calls, messages, decisions and chunk logs in PostgreSQL, 13 or later: the store for
 * several machines. Tables are made when the store is first used, also by several processes at once.
 *
 * Methods reject with a `StoreError` where the database fails; its `reason` says how.
 *
 * @example
 * ```ts
 * import { PostgresStore } from '@helve/postgres';
 *
 * const store = new PostgresStore({ connectionString: process.env.DATABASE_URL });
 * const agent = new Agent({ id: 'desk', model, tools, store });
 * // when the process ends
 * await store.close();
 * ```
 */
export class PostgresStore extends SqlStore {
  readonly #engine: PostgresEngine;

  /** @throws TypeError or RangeError for options that make no sense. */
  constructor(options: PostgresStoreOptions) {
    const engine = new PostgresEngine(options);
    super(engine, engine.dialect, options);
    this.#engine = engine;
  }

  /**
   * Makes or updates the tables now instead of with the first use: for a role that may do so, where
   * the application's own may not.
   */
  migrate(): Promise<void> {
    return this.#engine.ready();
  }

  /**
   * Closes the connections that the store has opened. Whatever is asked of it afterwards fails; closing
   * again does nothing.
   */
  close(): Promise<void> {
    return this.#engine.close();
  }
}
