import type { CallRecord, CallState, DecisionRecord, RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import {
  AlreadyDecidedError,
  CallNotWaitingError,
  InvalidDecisionError,
  RunNotFoundError,
} from '../agent-errors.ts';
import { childRunId } from '../below/child-run-id.ts';
import { toldResult } from '../calls/told-result.ts';
import { presentWait } from '../waits/wait-number.ts';
import type { CallMeant } from './decision-options.ts';
import type { Wait } from './wait.ts';

/** What a decision may be on: the state its call must be in. */
export type DecidableState = Extract<CallState, 'approval' | 'suspended' | 'client'>;

const WAITS_FOR: Readonly<Record<CallState, string>> = {
  approval: 'waits for approval (approveToolCall or declineToolCall)',
  suspended: 'waits for an answer (resumeStream or declineToolCall)',
  delegated: 'waits for its sub-agent, and goes on when that does',
  client: 'waits for its result (addToolResult)',
  executing: 'is running',
  settled: 'has ended',
};

/**
 * Finds the wait that a decision is on, and nothing else in its place.
 *
 * @param known the run, where it was loaded just now
 * @throws RunNotFoundError, CallNotWaitingError naming what is pending, AlreadyDecidedError naming the
 *   decision that came first, or InvalidDecisionError for a number that is none.
 */
export async function findWaiting(
  store: Store,
  agentId: string,
  reference: CallMeant,
  states: readonly DecidableState[],
  known?: RunRecord,
): Promise<{ readonly run: RunRecord; readonly wait: Wait }> {
  const { runId, waitNumber } = reference;
  checkWaitNumber(waitNumber);
  const run = known ?? (await store.loadRun(runId));
  // A run of another agent is not to be told from one that is not there.
  if (run?.agentId !== agentId) throw new RunNotFoundError(agentId, runId);
  const toolCallId = reference.toolCallId ?? (await onlyOne(store, runId, states));
  const call = await store.loadCall(runId, toolCallId);
  const decision = await decisionOn(store, { runId, toolCallId, waitNumber }, call);
  if (!call) {
    if (decision) throw alreadyDecided(decision);
    const pending = await describePending(store, runId);
    const told = await toldResult(store, runId, toolCallId);
    const what = told
      ? `Call "${toolCallId}" of "${told.toolName}" ${WAITS_FOR.settled}.`
      : `Run "${runId}" has no call "${toolCallId}".`;
    throw new CallNotWaitingError(`${what} ${pending}`);
  }
  const waitsFor = `Call "${toolCallId}" of "${call.toolName}" ${WAITS_FOR[call.state]}`;
  if (isUndecided(call.state)) {
    const present = presentWait(call);
    if (waitNumber === undefined || waitNumber === present) {
      const wait = { runId, toolCallId, waitNumber: present };
      if (states.some((state) => state === call.state)) return { run, wait };
    } else if (waitNumber < present && decision) {
      const now = `That was wait ${waitNumber} of the call. It now ${WAITS_FOR[call.state]}, as wait ${present}.`;
      throw alreadyDecided(decision, now);
    } else {
      throw new CallNotWaitingError(`${waitsFor}, as wait ${present}, not ${waitNumber}.`);
    }
  } else if (decision) throw alreadyDecided(decision);
  throw new CallNotWaitingError(`${waitsFor}. ${await describePending(store, runId)}`);
}

function checkWaitNumber(waitNumber: unknown): void {
  if (waitNumber === undefined || (Number.isSafeInteger(waitNumber) && Number(waitNumber) > 0)) {
    return;
  }
  throw new InvalidDecisionError(
    `\`waitNumber\` is the number that the wait came with, 1 or above; it was ${typeof waitNumber === 'number' ? waitNumber : `of type ${waitNumber === null ? 'null' : typeof waitNumber}`}. Leave it out to decide on whatever the call waits for.`,
  );
}

/** The decision on the wait that is meant; without a number, the last one on the call. */
async function decisionOn(
  store: Store,
  { runId, toolCallId, waitNumber }: CallMeant,
  call: CallRecord | undefined,
): Promise<DecisionRecord | undefined> {
  const isPresent = call && isUndecided(call.state) && waitNumber === presentWait(call);
  if (waitNumber === undefined || isPresent) return call?.decision;
  const made = await store.loadDecisions(runId);
  // Those of earlier versions have no number.
  return (
    made.find((each) => each.toolCallId === toolCallId && each.waitNumber === waitNumber) ??
    call?.decision
  );
}

/** Says who came first. */
function alreadyDecided(decision: DecisionRecord, now?: string): AlreadyDecidedError {
  const { toolCallId, toolName, kind, by, at, reason } = decision;
  const what = { approve: 'approved', decline: 'declined', resume: 'answered', result: 'given' }[
    kind
  ];
  const who = by === undefined ? '' : ` by ${by}`;
  const why = reason === undefined ? '' : ` (${reason})`;
  return new AlreadyDecidedError(
    `Call "${toolCallId}" of "${toolName}" was ${what}${who} at ${new Date(at).toISOString()}${why}. Nothing changed.${now === undefined ? '' : ` ${now}`}`,
  );
}

function isUndecided(state: CallState): boolean {
  return state === 'approval' || state === 'suspended' || state === 'client';
}

async function onlyOne(
  store: Store,
  runId: string,
  states: readonly DecidableState[],
): Promise<string> {
  const open = await store.loadCalls(runId, { open: true });
  const candidates = open.filter((call) => states.some((state) => state === call.state));
  const [only] = candidates;
  if (only && candidates.length === 1) return only.toolCallId;
  const why =
    candidates.length === 0
      ? `No call of run "${runId}" ${states.map((state) => WAITS_FOR[state]).join(', or ')}.`
      : `Several calls of run "${runId}" could be meant; name one by its toolCallId.`;
  throw new CallNotWaitingError(`${why} ${await describePending(store, runId)}`);
}

async function describePending(store: Store, runId: string): Promise<string> {
  const pending = await pendingIn(store, runId);
  if (pending.length === 0) return 'Nothing is pending.';
  const list = pending.map(({ toolCallId, toolName, state, ...call }) => {
    const below = call.runId === runId ? '' : ` in run "${call.runId}"`;
    return `"${toolCallId}" of "${toolName}"${below} ${WAITS_FOR[state]}`;
  });
  return `Pending: ${list.join('; ')}.`;
}

/** The open calls of a run; in the place of one that a sub-agent's run carries out stand its own. */
async function pendingIn(store: Store, runId: string): Promise<readonly CallRecord[]> {
  const pending: CallRecord[] = [];
  for (const call of await store.loadCalls(runId, { open: true })) {
    if (call.state !== 'delegated') pending.push(call);
    else pending.push(...(await pendingIn(store, await childRunId(call))));
  }
  return pending;
}
