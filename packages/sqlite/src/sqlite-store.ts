import type { PayloadCodec, SqlStoreOptions } from '../../sql/src/index.ts';
import { SqlStore } from '../../sql/src/index.ts';
import { SqliteEngine } from './sqlite-engine.ts';

/** How a store in SQLite is set up. */
export interface SqliteStoreOptions extends SqlStoreOptions {
  /**
   * The database file, made where it is not there; its folder must be. Several processes of one
   * machine may share it. `':memory:'` keeps all in memory until the store is closed. Not for network
   * drives.
   */
  readonly path: string;
  /**
   * Writes whole records in another form before they reach the file, encrypted for example, and reads
   * them again. Ids, names of agents and tools, states and times stay readable in columns of their
   * own. It may be added later: what was written without stays readable.
   */
  readonly codec?: PayloadCodec;
  /**
   * What survives a loss of power. Whatever it is, a killed process loses nothing that was committed.
   *
   * - `'waits'`: waits, decisions and deletions, with all that was committed before them. The default.
   * - `'full'`: every commit.
   * - `'normal'`: all but the last moments.
   */
  readonly synchronous?: 'waits' | 'full' | 'normal';
  /** How long to wait for other processes to finish writing, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** How large the file may become, in bytes. Default: no limit. */
  readonly maxBytes?: number;
}

/**
 * Keeps runs, calls, messages, decisions and chunk logs in one SQLite file: the store for one
 * machine. It uses the SQLite that Node.js has built in, from 22.13 on.
 *
 * @throws StoreError (from the constructor, too) where the file cannot be opened, is no database of
 * Helve's, is full or busy; its `reason` says which.
 *
 * @example
 * ```ts
 * import { SqliteStore } from '@helve/sqlite';
 *
 * const store = new SqliteStore({ path: 'helve.db' });
 * const agent = new Agent({ id: 'desk', model, tools, store });
 * // when the process ends
 * store.close();
 * ```
 */
export class SqliteStore extends SqlStore {
  override readonly isDurable: boolean;
  readonly #engine: SqliteEngine;

  constructor(options: SqliteStoreOptions) {
    const engine = new SqliteEngine(options);
    super(engine, engine.dialect, options);
    this.#engine = engine;
    this.isDurable = options.path !== ':memory:';
  }

  /** Closes the file. Whatever is asked of the store afterwards fails; closing again does nothing. */
  close(): void {
    this.#engine.close();
  }
}
