import type { RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

/** All runs of an agent that wait on a thread. */
export async function waitingOn(
  store: Store,
  agentId: string,
  threadId: string,
): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  let cursor: string | undefined;
  do {
    const filter = { agentId, threadId, state: 'waiting' } as const;
    const page = await store.listRuns(filter, cursor === undefined ? {} : { cursor });
    runs.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return runs;
}
