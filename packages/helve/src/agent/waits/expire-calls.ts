import type { CallRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import {
  AlreadyDecidedError,
  CallNotWaitingError,
  NestedRunError,
  RunBusyError,
  RunNotFoundError,
} from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentCore } from '../below/agent-core.ts';
import { childRunId } from '../below/child-run-id.ts';
import { decideInTree } from '../below/nested-decision.ts';
import type { Run } from '../run/run.ts';
import { now } from './clock.ts';
import { expiryDecision } from './expiry-decision.ts';
import { presentWait } from './wait-number.ts';

/** What became of a call whose wait had expired. */
export type Expiry =
  /** The run at the top goes on, with what the developer chose. */
  | { readonly kind: 'carried-out'; readonly call: CallRecord; readonly run: Run }
  /** The call waits as it did. */
  | { readonly kind: 'failed'; readonly call: CallRecord; readonly error: unknown };

/** Carries out what has expired, one after the other, as whoever asks for the next one goes on. */
export async function* expireCalls(
  core: AgentCore,
  { since, runId, options = {} }: { since?: number; runId?: string; options?: RunOptions },
): AsyncGenerator<Expiry, void, undefined> {
  const { store } = core.parts;
  const calls = runId === undefined ? expiredCalls(core, since) : openCalls(store, runId);
  for await (const call of calls) {
    const expiry = await expireCall(core, call, options);
    if (expiry) yield expiry;
  }
}

async function* expiredCalls(
  core: AgentCore,
  since: number | undefined,
): AsyncGenerator<CallRecord, void, undefined> {
  const { store } = core.parts;
  const agentIds = [...agentIdsOf(core)];
  const filter = { agentIds, to: now() + 1, ...(since === undefined ? {} : { from: since }) };
  let cursor: string | undefined;
  do {
    const page = await store.listExpiring(filter, cursor === undefined ? {} : { cursor });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** The open calls of a run, and of the runs of its sub-agents below it. */
async function* openCalls(
  store: Store,
  runId: string,
): AsyncGenerator<CallRecord, void, undefined> {
  for (const call of await store.loadCalls(runId, { open: true })) {
    if (call.state === 'delegated') yield* openCalls(store, await childRunId(call));
    else yield call;
  }
}

/** When the next wait of this agent expires that has not yet. */
export async function nextExpiry(core: AgentCore): Promise<number | undefined> {
  const filter = { agentIds: [...agentIdsOf(core)], from: now() + 1 };
  const { items } = await core.parts.store.listExpiring(filter, { limit: 1 });
  return items[0]?.expiresAt;
}

/** What the timer of an agent does: what fails is reported, and left to `recover()`. */
export async function sweep(core: AgentCore, since: number): Promise<number | undefined> {
  for await (const expiry of expireCalls(core, { since })) {
    if (expiry.kind === 'carried-out') continue;
    const { runId, toolCallId, toolName } = expiry.call;
    const text = `The wait for "${toolName}" has expired, and what was to follow could not be done. The call still waits: mend what is wrong, and recover().`;
    core.parts.logger.error(text, { runId, toolCallId, error: expiry.error });
  }
  return nextExpiry(core);
}

async function expireCall(
  core: AgentCore,
  call: CallRecord,
  options: RunOptions,
): Promise<Expiry | undefined> {
  const { runId, toolCallId, expiresAt } = call;
  if (expiresAt === undefined || expiresAt > now()) return undefined;
  try {
    const decision = expiryDecision(call, expiresAt);
    // Somebody else's decision may come in between, and the call wait for something else.
    const wait = { runId, toolCallId, waitNumber: presentWait(call) };
    const { run } = await decideInTree(core, wait, decision, options, false);
    return { kind: 'carried-out', call, run };
  } catch (error) {
    return isElsewhere(error) ? undefined : { kind: 'failed', call, error };
  }
}

/** Somebody was faster, or the call is for another agent or process. */
function isElsewhere(error: unknown): boolean {
  return (
    AlreadyDecidedError.isInstance(error) ||
    CallNotWaitingError.isInstance(error) ||
    NestedRunError.isInstance(error) ||
    RunBusyError.isInstance(error) ||
    RunNotFoundError.isInstance(error)
  );
}

/** This agent, and those below it: their calls wait for whoever decides at the top. */
function agentIdsOf(core: AgentCore, ids: Set<string> = new Set()): ReadonlySet<string> {
  ids.add(core.parts.options.id);
  for (const sub of core.subAgents.values()) agentIdsOf(sub, ids);
  return ids;
}
