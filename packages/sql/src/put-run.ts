import type { Lease, RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import type { SqlValue, Statement } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { nowIn } from './tables.ts';

const NAMES =
  'version, agent_id, thread_id, resource_id, parent_run_id, state, created_at, updated_at, body';

/**
 * Creates a run, or puts it in the place of the one that is one version older, if nobody else holds
 * what is to be claimed. Gives the run's key, or no row.
 */
export function putRun(tables: Tables, run: RunRecord, lease: Lease | undefined): Statement {
  const { runs } = tables;
  return statement((put) => {
    const id = put(idText(run.runId));
    const columns = columnsOf(tables, run).map(put);
    const held = run.state === 'running' ? lease && leaseIn(tables, lease, put) : noLease;
    const leaseNames = held ? ', lease_owner, lease_until, has_turn' : '';
    const values = [...columns, ...(held ? [held.owner, held.until, held.hasTurn] : [])].join(', ');
    if (run.version === 0) {
      return `INSERT INTO ${runs} (run_id, ${NAMES}${leaseNames}) VALUES (${id}, ${values})
        ON CONFLICT (run_id) DO NOTHING RETURNING run_key`;
    }
    return `UPDATE ${runs} SET (${NAMES}${leaseNames}) = (${values})
      WHERE run_id = ${id} AND version = ${put(run.version - 1)}
      ${lease ? freeFor(tables, lease, put) : ''} RETURNING run_key`;
  });
}

function columnsOf({ payload }: Tables, run: RunRecord): readonly SqlValue[] {
  const optional = (id: string | undefined): SqlValue => (id === undefined ? null : idText(id));
  return [
    run.version,
    idText(run.agentId),
    optional(run.threadId),
    optional(run.resourceId),
    optional(run.parent?.runId),
    run.state,
    run.createdAt,
    run.updatedAt,
    payload.write(run),
  ];
}

/** A lease, as parts of a statement. */
interface LeaseColumns {
  readonly owner: string;
  readonly until: string;
  readonly hasTurn: string;
}

const noLease: LeaseColumns = { owner: 'NULL', until: 'NULL', hasTurn: '0' };

function leaseIn(tables: Tables, { owner, leaseMs, turn }: Lease, put: Put): LeaseColumns {
  return {
    owner: put(idText(owner)),
    until: `${nowIn(tables, put)} + ${put(leaseMs)}`,
    hasTurn: turn ? '1' : '0',
  };
}

function freeFor(tables: Tables, { owner }: Lease, put: Put): string {
  return `AND (lease_owner IS NULL OR lease_owner = ${put(idText(owner))}
    OR lease_until <= ${nowIn(tables, put)})`;
}
