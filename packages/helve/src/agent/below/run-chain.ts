import type { RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

/** The runs that a run is a part of, the topmost first and the run itself last; none: no such run. */
export async function runChain(store: Store, runId: string): Promise<readonly RunRecord[]> {
  const chain: RunRecord[] = [];
  let next: string | undefined = runId;
  while (next !== undefined) {
    const run: RunRecord | undefined = await store.loadRun(next);
    // Without the run above, nothing could go on.
    if (!run) return [];
    chain.unshift(run);
    next = run.parent?.runId;
  }
  return chain;
}
