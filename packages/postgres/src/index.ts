/**
 * The store for several machines, in PostgreSQL.
 *
 * @module
 */
export type { PayloadCodec } from '../../sql/src/payload-codec.ts';
export type {
  PostgresClient,
  PostgresNotification,
  PostgresPool,
  PostgresQuery,
} from './postgres-pool.ts';
export { PostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
