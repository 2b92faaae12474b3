export { migrate, SCHEMA_VERSION } from './migrate.ts';
export type { PayloadCodec } from './payload-codec.ts';
export type {
  Dialect,
  Row,
  SqlEngine,
  SqlValue,
  Statement,
  Steps,
  TransactionOptions,
} from './sql-engine.ts';
export { SqlStore, type SqlStoreOptions } from './sql-store.ts';
