import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from '../records.ts';
import type { Store, Transition } from '../store.ts';
import { fail } from './expect-same.ts';
import type { TestClock } from './test-clock.ts';
import { NOON } from './test-clock.ts';

export { NOON } from './test-clock.ts';

/** A run as it is stored first; everything may be given. */
export function sampleRun(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: 'run-1',
    agentId: 'agent-1',
    version: 0,
    state: 'running',
    stepCount: 0,
    settings: {},
    usage: {},
    createdAt: NOON,
    updatedAt: NOON,
    ...changes,
  };
}

/** A call as it is stored first. */
export function sampleCall(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    toolName: 'refund',
    version: 0,
    step: 0,
    index: 0,
    state: 'approval',
    attempts: 0,
    acceptedInput: { order: '1042' },
    transcript: { state: 'approval', input: { order: '1042' } },
    createdAt: NOON,
    updatedAt: NOON,
    ...changes,
  };
}

/** A message of a run. */
export function sampleMessage(changes: Partial<MessageRecord> = {}): MessageRecord {
  const position = changes.position ?? 0;
  const message = { role: 'user', content: `message ${position}` } as const;
  return { runId: 'run-1', position, message, ...changes };
}

/** A decision on a call. */
export function sampleDecision(changes: Partial<DecisionRecord> = {}): DecisionRecord {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    toolName: 'refund',
    kind: 'approve',
    digest: '0'.repeat(64),
    shown: { order: '1042' },
    by: 'ada',
    reason: 'a good customer',
    at: NOON,
    ...changes,
  };
}

/** The record behind `record`. */
export function next<T extends RunRecord | CallRecord>(record: T, changes: Partial<T> = {}): T {
  return { ...record, ...changes, version: record.version + 1 };
}

/** Commits what has to go through for a check to begin. */
export async function put(store: Store, transition: Transition): Promise<void> {
  const result = await store.commit(transition);
  if (!result.ok) fail(`a valid transition was refused: ${JSON.stringify(result.conflict)}`);
}

/** Everything that a store tells of a run. */
export async function wholeRun(
  store: Store,
  runId: string,
): Promise<Readonly<Record<string, unknown>>> {
  return {
    run: await store.loadRun(runId),
    calls: await store.loadCalls(runId),
    messages: await store.loadMessages(runId),
    decisions: await store.loadDecisions(runId),
    chunks: await store.loadChunks(runId),
  };
}

/** Checks by the behaviour they name; each is given a store of its own, with nothing in it. */
export type Checks = Readonly<Record<string, (store: Store, clock: TestClock) => Promise<void>>>;
