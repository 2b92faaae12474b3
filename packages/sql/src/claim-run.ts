import type { RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import type { Steps } from './sql-engine.ts';
import type { Put } from './statement.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { nowIn } from './tables.ts';

/** Claims a running run that is nobody's. One that is taken over gets a new version. */
export function* claimRun(
  tables: Tables,
  runId: string,
  owner: string,
  leaseMs: number,
): Steps<RunRecord | undefined> {
  const { runs, dialect, payload } = tables;
  const [row] = yield statement(
    (put) => `SELECT run_key, lease_owner, body,
        CASE WHEN lease_until > ${nowIn(tables, put)} THEN 1 ELSE 0 END AS is_held
      FROM ${runs} WHERE run_id = ${put(idText(runId))} AND state = 'running'${dialect.forUpdate}`,
  );
  if (!row) return undefined;
  const others = row['lease_owner'] !== null && row['lease_owner'] !== idText(owner);
  if (others && row['is_held'] === 1) return undefined;
  // the column holds what `putRun` wrote
  const seen = payload.read(row['body']) as RunRecord;
  const run = others ? { ...seen, version: seen.version + 1 } : seen;
  const key = Number(row['run_key']);
  yield statement((put) => {
    const changes = [
      `lease_owner = ${put(idText(owner))}`,
      `lease_until = ${nowIn(tables, put)} + ${put(leaseMs)}`,
      others ? 'has_turn = 0' : keptTurn(tables, put),
      ...(others ? [`version = ${put(run.version)}`, `body = ${put(payload.write(run))}`] : []),
    ];
    return `UPDATE ${runs} SET ${changes.join(', ')} WHERE run_key = ${put(key)}`;
  });
  return run;
}

/** Holds a run for longer. Also where the lease has run out: nobody else wanted it so far. */
export function* renewRun(
  tables: Tables,
  runId: string,
  owner: string,
  leaseMs: number,
): Steps<boolean> {
  const rows = yield statement(
    (put) => `UPDATE ${tables.runs} SET lease_until = ${nowIn(tables, put)} + ${put(leaseMs)},
        ${keptTurn(tables, put)}
      WHERE run_id = ${put(idText(runId))} AND lease_owner = ${put(idText(owner))}
      RETURNING run_key`,
  );
  return rows.length > 0;
}

/** A turn that has run out may be another's by now. */
function keptTurn(tables: Tables, put: Put): string {
  return `has_turn = CASE WHEN lease_until > ${nowIn(tables, put)} THEN has_turn ELSE 0 END`;
}

/** Gives a lease up. */
export function* releaseRun(tables: Tables, runId: string, owner: string): Steps<void> {
  yield statement(
    (put) => `UPDATE ${tables.runs} SET lease_owner = NULL, lease_until = NULL, has_turn = 0
      WHERE run_id = ${put(idText(runId))} AND lease_owner = ${put(idText(owner))}`,
  );
}

/** @throws RangeError for what is no length of time. */
export function checkLeaseMs(leaseMs: number): void {
  if (leaseMs > 0 && Number.isFinite(leaseMs)) return;
  throw new RangeError(`leaseMs is ${leaseMs}; it must be a number of milliseconds above 0.`);
}
