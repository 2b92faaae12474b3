import { StoreError } from 'helve/store';
import type {
  Dialect,
  Row,
  SqlEngine,
  Statement,
  Steps,
  TransactionOptions,
} from '../../sql/src/index.ts';
import { migrate, SCHEMA_VERSION } from '../../sql/src/index.ts';
import { isCollision, isUnreachable, postgresFailure, unconfirmed } from './postgres-failure.ts';
import { channelOf, PostgresListener } from './postgres-listener.ts';
import type { OwnPool, PostgresClient, PostgresPool } from './postgres-pool.ts';
import { openPool, TYPES } from './postgres-pool.ts';
import type { PostgresStoreOptions } from './postgres-store.ts';

/** How often a transaction is tried that others get in the way of. */
const COLLISIONS = 10;

/** Carries work out on PostgreSQL, each transaction on a connection of its own. */
export class PostgresEngine implements SqlEngine {
  readonly dialect: Dialect;
  readonly #schema: string;
  readonly #pool: PostgresPool;
  readonly #ownPool: OwnPool | undefined;
  readonly #retryMs: number;
  readonly #listener: PostgresListener;
  /** For listening alone, so that it takes no connection from the work. */
  #listenPool: OwnPool | undefined;
  #ready: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: PostgresStoreOptions) {
    const { connectionString, pool, schema = 'helve', maxConnections = 10 } = options;
    checkOptions(options);
    this.#schema = schema;
    this.#retryMs = options.retryMs ?? 5000;
    this.dialect = dialectOf(schema);
    this.#ownPool = pool ? undefined : openPool(connectionString ?? '', maxConnections);
    const used = pool ?? this.#ownPool;
    // one of both is there: the options were checked
    if (!used) throw new TypeError('Pass `connectionString` or `pool`.');
    this.#pool = used;
    const listenTo = options.listenConnectionString ?? connectionString;
    this.#listener = new PostgresListener(channelOf(schema), () => {
      if (listenTo === undefined) return used;
      this.#listenPool ??= openPool(listenTo, 1);
      return this.#listenPool;
    });
  }

  /** Resolves when the tables are there; tried again with the next use where it fails. */
  ready(): Promise<void> {
    this.#ready ??= this.#migrate().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async query(statement: Statement): Promise<readonly Row[]> {
    await this.ready();
    return this.#try((client) => all(client, statement));
  }

  async transact<T>(makeSteps: () => Steps<T>, options: TransactionOptions<T> = {}): Promise<T> {
    await this.ready();
    return this.#transact(makeSteps, options.keep);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listener.close();
    await this.#listenPool?.end();
    await this.#ownPool?.end();
  }

  watch(id: string, changed: () => void): Promise<() => void> {
    return this.#listener.add(id, changed);
  }

  /**
   * By itself, behind the transaction: those that tell wait for each other while they are committed,
   * and this one has nothing to be written to disk. Where it is lost, the next one tells the same.
   */
  async tell(id = ''): Promise<void> {
    const notify = { text: this.dialect.notify ?? '', values: [id] };
    await this.#try((client) => all(client, notify)).catch(() => undefined);
  }

  /** One process makes the tables; those that come at the same time wait and find them made. */
  async #migrate(): Promise<void> {
    if (await this.#isMigrated()) return;
    const { dialect } = this;
    const schema = this.#schema;
    await this.#transact(function* (): Steps<void> {
      const lock = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`;
      yield { text: lock, values: [`helve schema ${schema}`] };
      const find = 'SELECT 1 AS found FROM pg_namespace WHERE nspname = $1';
      const found = yield { text: find, values: [schema] };
      // also where it is there, making it takes a right that the user may not have
      if (found.length === 0) yield { text: `CREATE SCHEMA ${quoted(schema)}`, values: [] };
      yield* migrate(dialect);
    });
  }

  /** So that a user who may not make tables can use them. */
  async #isMigrated(): Promise<boolean> {
    const table = `${this.dialect.prefix}schema`;
    const [found] = await this.#try((client) =>
      all(client, { text: 'SELECT to_regclass($1)::text AS name', values: [table] }),
    );
    if (!found || found['name'] === null) return false;
    const [row] = await this.#try((client) =>
      all(client, { text: `SELECT MAX(version) AS version FROM ${table}`, values: [] }),
    );
    return row?.['version'] === SCHEMA_VERSION;
  }

  #transact<T>(makeSteps: () => Steps<T>, keep: (value: T) => boolean = () => true): Promise<T> {
    return this.#try(async (client) => {
      await run(client, 'BEGIN ISOLATION LEVEL READ COMMITTED');
      let value: T;
      try {
        value = await carryOut(client, makeSteps());
        if (!keep(value)) {
          await run(client, 'ROLLBACK');
          return value;
        }
      } catch (error) {
        // where the connection is gone, so is the transaction
        await run(client, 'ROLLBACK').catch(() => undefined);
        throw error;
      }
      await run(client, 'COMMIT').catch((error: unknown) => {
        throw isUnreachable(error) ? unconfirmed(error) : error;
      });
      return value;
    });
  }

  /** Works with a connection, again where that may help and nothing can have been kept. */
  async #try<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const until = Date.now() + this.#retryMs;
    for (let tries = 1; ; tries += 1) {
      if (this.#isClosed) {
        throw new StoreError('closed', 'The store of PostgreSQL was closed. Make another one.');
      }
      try {
        return await this.#withClient(work);
      } catch (error) {
        const again = isCollision(error)
          ? tries < COLLISIONS
          : isUnreachable(error) && Date.now() < until;
        if (!again) throw postgresFailure(error);
        await pause(Math.min(1000, 10 * 2 ** tries) * Math.random());
      }
    }
  }

  async #withClient<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isBroken = false;
    // it may break between two statements, and an event without a listener would end the process
    const noteBroken = (): void => {
      isBroken = true;
    };
    client.on('error', noteBroken);
    try {
      return await work(client);
    } catch (error) {
      isBroken ||= isUnreachable(error) || StoreError.isInstance(error);
      throw error;
    } finally {
      client.off('error', noteBroken);
      client.release(isBroken);
    }
  }
}

async function carryOut<T>(client: PostgresClient, steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await all(client, step.value));
  return step.value;
}

async function all(client: PostgresClient, { text, values }: Statement): Promise<readonly Row[]> {
  const { rows } = await client.query({ text, values: [...values], types: TYPES });
  // TYPES makes numbers and texts of all columns
  return rows as readonly Row[];
}

async function run(client: PostgresClient, text: string): Promise<void> {
  await all(client, { text, values: [] });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function dialectOf(schema: string): Dialect {
  return {
    prefix: `${quoted(schema)}.`,
    identity: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    now: '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::double precision',
    keyShare: ' FOR KEY SHARE',
    forUpdate: ' FOR NO KEY UPDATE',
    // else messages could be numbered in another order than they become visible in
    notify: `SELECT pg_notify('${channelOf(schema)}', $1)`,
    lockThread: `SELECT pg_advisory_xact_lock(hashtextextended('helve thread ' || $1, 0))`,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function checkOptions(options: PostgresStoreOptions): void {
  const { connectionString, pool, schema, maxConnections = 1, retryMs = 0 } = options;
  if ((pool === undefined) === (connectionString === undefined || connectionString === '')) {
    throw new TypeError('Pass either `connectionString` or `pool`: the store needs one of both.');
  }
  if (schema === '' || schema?.includes('\0')) {
    throw new TypeError('`schema` must be the name of a schema; leave it out for "helve".');
  }
  if (!(Number.isSafeInteger(maxConnections) && maxConnections > 0)) {
    throw new RangeError(`maxConnections is ${maxConnections}; it must be a number above 0.`);
  }
  if (!(retryMs >= 0)) {
    throw new RangeError(`retryMs is ${retryMs}; it must be milliseconds, 0 or more.`);
  }
}
