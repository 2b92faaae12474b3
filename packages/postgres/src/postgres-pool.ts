import pg from 'pg';

// The driver is `pg`: most applications have it, and the queue for background work brings it anyway.

/** What the store needs of a pool: `Pool` of `pg` fits. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}

/** A connection that was taken out of a pool. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notification', listener: (message: PostgresNotification) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  /** Puts it back, or throws it away. */
  release(destroy?: boolean): void;
}

/** What a connection that listens is told. */
export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string | undefined;
}

/** A statement as `pg` takes it. */
export interface PostgresQuery {
  readonly text: string;
  // `pg` wants an array that it could change
  readonly values: (string | number | null)[];
  readonly types: { readonly getTypeParser: (oid: number) => (text: string) => string | number };
}

/** A pool of the store's own. */
export interface OwnPool extends PostgresPool {
  end(): Promise<void>;
}

/** Opens a pool; connections are made as they are needed. */
export function openPool(connectionString: string, max: number): OwnPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    // idle connections do not keep a script from ending
    allowExitOnIdle: true,
  });
  // a connection that breaks while nobody uses it: the pool makes another, but an event without a
  // listener would end the process
  pool.on('error', () => undefined);
  return pool;
}

/** Object ids of PostgreSQL's types of numbers: int8, int2, int4, float4, float8, numeric. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700]);

/** Whatever the application has told `pg` of types, columns of the store are numbers and texts. */
export const TYPES: PostgresQuery['types'] = {
  getTypeParser: (oid) => (NUMBERS.has(oid) ? Number : String),
};
