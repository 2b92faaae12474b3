import type { RunRecord } from 'helve/store';
import { idText } from './id-text.ts';
import type { SqlValue, Statement } from './sql-engine.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

const NAMES =
  'version, agent_id, thread_id, resource_id, parent_run_id, state, created_at, updated_at, body';

/** Creates a run, or puts it in the place of the one that is one version older; else no row. */
export function putRun({ runs, payload }: Tables, run: RunRecord): Statement {
  const optional = (id: string | undefined): SqlValue => (id === undefined ? null : idText(id));
  return statement((put) => {
    const id = put(idText(run.runId));
    const columns = [
      run.version,
      idText(run.agentId),
      optional(run.threadId),
      optional(run.resourceId),
      optional(run.parent?.runId),
      run.state,
      run.createdAt,
      run.updatedAt,
      payload.write(run),
    ].map(put);
    return run.version === 0
      ? `INSERT INTO ${runs} (run_id, ${NAMES}) VALUES (${id}, ${columns.join(', ')})
         ON CONFLICT (run_id) DO NOTHING RETURNING run_key`
      : `UPDATE ${runs} SET (${NAMES}) = (${columns.join(', ')})
         WHERE run_id = ${id} AND version = ${put(run.version - 1)} RETURNING run_key`;
  });
}
