import type { RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { ThreadWaitingError } from '../agent-errors.ts';
import type { RunEnding } from './end-waiting-run.ts';
import { endWaitingRun } from './end-waiting-run.ts';
import type { AgentParts } from './resolve-config.ts';

/** A call that a new message ended. */
export interface SupersededCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
}

export const SUPERSEDED = 'superseded by a new message';

/**
 * What becomes of the waiting calls of a thread when a message comes: they stay decidable, are
 * denied, or the message is refused, as the agent says.
 *
 * @throws ThreadWaitingError (`THREAD_WAITING`) where the agent refuses messages meanwhile.
 */
export async function whenMessaged(
  parts: AgentParts,
  threadId: string,
): Promise<readonly SupersededCall[]> {
  const policy = parts.options.whenMessaged ?? 'keep';
  if (policy === 'keep') return [];
  const { store, options } = parts;
  const items = await waitingOn(store, options.id, threadId);
  if (items.length === 0) return [];
  if (policy === 'refuse')
    throw new ThreadWaitingError(
      threadId,
      items.map(({ runId }) => runId),
    );
  const ended: SupersededCall[] = [];
  for (const run of items) ended.push(...(await endWaitingRun(store, run, SUPERSEDING)));
  return ended;
}

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

/** Denies what a run waits for, and ends the run: its conversation goes on in the new one. */
const SUPERSEDING: RunEnding = {
  state: 'finished',
  end: ({ runId, toolCallId, toolName, transcript }) => ({
    decision: {
      runId,
      toolCallId,
      toolName,
      kind: 'decline',
      reason: SUPERSEDED,
      at: Date.now(),
    },
    result: {
      type: 'denied',
      reason: `The call of "${toolName}" was ${SUPERSEDED}. It did not go on.`,
    },
    transcript: {
      ...transcript,
      state: 'denied',
      approval: { approved: false, reason: SUPERSEDED },
    },
  }),
};
