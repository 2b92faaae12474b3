import { StoreError } from 'helve/store';
import type { Dialect, Steps } from './sql-engine.ts';
import { statement } from './statement.ts';

/** The statements that lead from one version of the schema to the next. Never change one. */
const VERSIONS: readonly ((dialect: Dialect) => readonly string[])[] = [
  firstVersion,
  waitsAndTurns,
];

/** The newest version of the schema, the one that is written. */
export const SCHEMA_VERSION: number = VERSIONS.length;

/**
 * Brings the tables to the newest version. To be carried out in a transaction that nobody else's
 * migration runs beside.
 *
 * @throws StoreError `newer` where a newer version of Helve has been at work.
 */
export function* migrate(dialect: Dialect): Steps<void> {
  const table = `${dialect.prefix}schema`;
  yield plain(`CREATE TABLE IF NOT EXISTS ${table} (version BIGINT NOT NULL)`);
  const [row] = yield plain(`SELECT MAX(version) AS version FROM ${table}`);
  const version = Number(row?.['version'] ?? 0);
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      'newer',
      `The database has version ${version} of Helve's tables, and this version of Helve knows ` +
        `them up to ${SCHEMA_VERSION}. Update Helve here, too.`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  for (const change of VERSIONS.slice(version)) {
    for (const text of change(dialect)) yield plain(text);
  }
  yield plain(`DELETE FROM ${table}`);
  yield statement((put) => `INSERT INTO ${table} (version) VALUES (${put(SCHEMA_VERSION)})`);
}

function plain(text: string): { readonly text: string; readonly values: readonly [] } {
  return { text, values: [] };
}

/**
 * Whole records are in `body`; the other columns repeat what is searched for. A `run_key` stands for
 * a run and is never used twice, so that cursors and the order of creation survive deletions.
 */
function firstVersion({ prefix: p, identity }: Dialect): readonly string[] {
  const run = `run_key BIGINT NOT NULL REFERENCES ${p}runs (run_key) ON DELETE CASCADE`;
  return [
    `CREATE TABLE ${p}runs (
      run_key ${identity},
      run_id TEXT NOT NULL UNIQUE,
      version BIGINT NOT NULL,
      agent_id TEXT NOT NULL,
      thread_id TEXT,
      resource_id TEXT,
      parent_run_id TEXT,
      state TEXT NOT NULL,
      created_at DOUBLE PRECISION NOT NULL,
      updated_at DOUBLE PRECISION NOT NULL,
      lease_owner TEXT,
      lease_until DOUBLE PRECISION,
      has_log INTEGER NOT NULL DEFAULT 0,
      body TEXT NOT NULL
    )`,
    `CREATE INDEX helve_runs_state ON ${p}runs (state, run_key, created_at)`,
    `CREATE INDEX helve_runs_agent ON ${p}runs (agent_id, state, run_key, created_at)`,
    `CREATE INDEX helve_runs_thread ON ${p}runs (thread_id, run_key) WHERE thread_id IS NOT NULL`,
    `CREATE INDEX helve_runs_resource ON ${p}runs (resource_id, run_key)
      WHERE resource_id IS NOT NULL`,
    `CREATE INDEX helve_runs_parent ON ${p}runs (parent_run_id) WHERE parent_run_id IS NOT NULL`,
    `CREATE INDEX helve_runs_log ON ${p}runs (updated_at) WHERE has_log = 1`,
    `CREATE TABLE ${p}calls (
      ${run},
      call_id TEXT NOT NULL,
      version BIGINT NOT NULL,
      tool_name TEXT NOT NULL,
      step BIGINT NOT NULL,
      place BIGINT NOT NULL,
      is_open INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (run_key, call_id)
    )`,
    `CREATE INDEX helve_calls_open ON ${p}calls (run_key) WHERE is_open = 1`,
    `CREATE INDEX helve_calls_tool ON ${p}calls (tool_name, run_key, call_id) WHERE is_open = 1`,
    `CREATE TABLE ${p}messages (
      message_key ${identity},
      ${run},
      position BIGINT NOT NULL,
      thread_id TEXT,
      body TEXT NOT NULL,
      UNIQUE (run_key, position)
    )`,
    `CREATE INDEX helve_messages_thread ON ${p}messages (thread_id, message_key)
      WHERE thread_id IS NOT NULL`,
    `CREATE TABLE ${p}decisions (
      decision_key ${identity},
      ${run},
      body TEXT NOT NULL
    )`,
    `CREATE INDEX helve_decisions_run ON ${p}decisions (run_key, decision_key)`,
    // without a body: the place of the last chunk of a log that was deleted, so that numbers go on
    `CREATE TABLE ${p}chunks (
      ${run},
      number BIGINT NOT NULL,
      body TEXT,
      PRIMARY KEY (run_key, number)
    )`,
  ];
}

/** When waits expire, and which run has the turn on its thread. */
function waitsAndTurns({ prefix: p }: Dialect): readonly string[] {
  return [
    `ALTER TABLE ${p}calls ADD COLUMN expires_at DOUBLE PRECISION`,
    `CREATE INDEX helve_calls_expiry ON ${p}calls (expires_at, run_key, call_id)
      WHERE expires_at IS NOT NULL`,
    `ALTER TABLE ${p}runs ADD COLUMN has_turn INTEGER NOT NULL DEFAULT 0`,
    `CREATE INDEX helve_runs_turn ON ${p}runs (thread_id) WHERE has_turn = 1`,
  ];
}
