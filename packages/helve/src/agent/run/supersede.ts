import { ThreadWaitingError } from '../agent-errors.ts';
import type { RunEnding } from './end-waiting-run.ts';
import { endWaitingRun } from './end-waiting-run.ts';
import type { AgentParts } from './resolve-config.ts';
import type { Run } from './run.ts';
import { waitingOn } from './waiting-on.ts';

const SUPERSEDED = 'superseded by a new message';

/** A call that a new message ended. */
interface SupersededCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
}

/**
 * Refuses a message on a thread with waiting calls, where the agent says so.
 *
 * @throws ThreadWaitingError (`THREAD_WAITING`).
 */
export async function checkMessaged(
  { store, options }: AgentParts,
  threadId: string,
): Promise<void> {
  if (options.whenMessaged !== 'refuse') return;
  const runs = await waitingOn(store, options.id, threadId);
  if (runs.length === 0) return;
  throw new ThreadWaitingError(
    threadId,
    runs.map(({ runId }) => runId),
  );
}

/** Denies the waiting calls of a thread on which a message came, where the agent says so. */
export async function supersede(
  { store, options }: AgentParts,
  threadId: string,
): Promise<readonly SupersededCall[]> {
  if (options.whenMessaged !== 'supersede') return [];
  const items = await waitingOn(store, options.id, threadId);
  const ended: SupersededCall[] = [];
  for (const run of items) ended.push(...(await endWaitingRun(store, run, SUPERSEDING)));
  return ended;
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

/** The ends of calls that the new message superseded come on the stream of the new run. */
export function announceSuperseded(run: Run, calls: readonly SupersededCall[]): void {
  for (const { runId, toolCallId, toolName } of calls) {
    const approval = { id: toolCallId, approved: false, reason: SUPERSEDED } as const;
    const payload = { toolCallId, toolName, args: undefined, approval };
    run.write({ chunk: { type: 'tool-output-denied', runId, from: 'AGENT', payload } });
  }
}
