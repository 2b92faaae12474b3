/**
 * The store for one machine: one SQLite file, on the SQLite that Node.js has built in.
 *
 * @module
 */
export type { PayloadCodec } from '../../sql/src/payload-codec.ts';
export { SqliteStore, type SqliteStoreOptions } from './sqlite-store.ts';
