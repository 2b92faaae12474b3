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
    const said = await store.loadMessages(runId);
    calls.push(...withForgotten(await store.loadCalls(runId), said));
    messages.push(...said);
    decisions.push(...(await store.loadDecisions(runId)));
  }
  return { runs, calls, messages, decisions };
}

/**
 * The calls of a run: a store forgets records, and results, of which the history tells all. What is
 * forgotten has its result from there, and a version that is later than any.
 */
function withForgotten(
  kept: readonly CallRecord[],
  said: readonly MessageRecord[],
): readonly CallRecord[] {
  const results = said.flatMap(({ runId, message: { content } }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-result' ? [{ ...part, runId }] : [])),
  );
  const told = new Map(results.map((part) => [part.toolCallId, part]));
  const known = new Set(kept.map(({ toolCallId }) => toolCallId));
  return [
    ...kept.map((call) => {
      const output = told.get(call.toolCallId)?.output;
      return call.state === 'settled' && !call.result && output
        ? { ...call, result: output }
        : call;
    }),
    ...results.flatMap(({ runId, toolCallId, toolName, output }): readonly CallRecord[] =>
      known.has(toolCallId)
        ? []
        : [
            {
              runId,
              toolCallId,
              toolName,
              version: Number.POSITIVE_INFINITY,
              step: 0,
              index: 0,
              state: 'settled',
              attempts: 0,
              result: output,
              transcript: { state: 'result' },
              createdAt: 0,
              updatedAt: 0,
            },
          ],
    ),
  ];
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
