import type { CallRecord, DecisionRecord, RunRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { isOpen } from '../store/store.ts';
import { ThreadWaitingError } from './agent-errors.ts';
import type { AgentParts } from './resolve-config.ts';
import { toolMessage } from './tool-message.ts';

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
  for (const run of items) ended.push(...(await endWaiting(parts, run)));
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
async function endWaiting(parts: AgentParts, run: RunRecord): Promise<readonly SupersededCall[]> {
  const { runId } = run;
  const calls = (await parts.store.loadCalls(runId)).filter(
    ({ step }) => step === run.stepCount - 1,
  );
  const open = calls.filter(isOpen);
  const denied = new Map(open.map((call) => [call.toolCallId, deny(call)]));
  const results = toolMessage(calls.map((call) => denied.get(call.toolCallId) ?? call));
  const position = (await parts.store.loadMessages(runId)).length;
  const { threadId } = run;
  const committed = await parts.store.commit({
    run: { ...run, state: 'finished', version: run.version + 1, updatedAt: Date.now() },
    calls: [...denied.values()],
    decisions: [...denied.values()].flatMap(({ decision }) => (decision ? [decision] : [])),
    messages: [
      { runId, ...(threadId === undefined ? {} : { threadId }), position, message: results },
    ],
  });
  // Somebody decided just now: then there is nothing left to supersede.
  if (!committed.ok) return [];
  return open.map(({ toolCallId, toolName }) => ({ runId, toolCallId, toolName }));
}

function deny(call: CallRecord): CallRecord {
  const { acceptedInput, suspendPayload, resumeData, parsedInput, digest, ...rest } = call;
  const { transcript, toolName, version, runId, toolCallId } = call;
  const decision: DecisionRecord = {
    runId,
    toolCallId,
    toolName,
    kind: 'decline',
    reason: SUPERSEDED,
    at: Date.now(),
  };
  return {
    ...rest,
    version: version + 1,
    updatedAt: decision.at,
    state: 'settled',
    decision,
    result: {
      type: 'denied',
      reason: `The call of "${toolName}" was ${SUPERSEDED}. It did not go on.`,
    },
    transcript: {
      ...transcript,
      state: 'denied',
      approval: { approved: false, reason: SUPERSEDED },
    },
  };
}
