import type { CallRecord, DecisionRecord, MessageRecord, RunRecord, Store } from 'helve/store';

/** Everything that a store has when all is over. */
export interface Records {
  readonly runs: readonly RunRecord[];
  readonly calls: readonly CallRecord[];
  readonly messages: readonly MessageRecord[];
  readonly decisions: readonly DecisionRecord[];
}

export async function readRecords(store: Store): Promise<Records> {
  const runs = await allRuns(store);
  const calls: CallRecord[] = [];
  const messages: MessageRecord[] = [];
  const decisions: DecisionRecord[] = [];
  for (const { runId } of runs) {
    calls.push(...(await store.loadCalls(runId)));
    messages.push(...(await store.loadMessages(runId)));
    decisions.push(...(await store.loadDecisions(runId)));
  }
  return { runs, calls, messages, decisions };
}

async function allRuns(store: Store): Promise<readonly RunRecord[]> {
  const runs: RunRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listRuns({}, cursor === undefined ? {} : { cursor });
    runs.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return runs;
}

/** Whether a run is still to end. */
export async function isGoingOn(store: Store): Promise<boolean> {
  for (const state of ['running', 'waiting'] as const) {
    const { items } = await store.listRuns({ state }, { limit: 1 });
    if (items.length > 0) return true;
  }
  return false;
}
