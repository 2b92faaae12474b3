import { messageOf } from '../../call/call-failure.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { toldResult } from '../calls/told-result.ts';
import type { Decision } from '../decide/decide.ts';
import { decide } from '../decide/decide.ts';
import { answer } from '../decide/decisions.ts';
import { waitingCalls } from '../decide/waiting-calls.ts';
import type { LiveRuns } from '../run/live-runs.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import type { Run } from '../run/run.ts';
import { waitingOn } from '../run/waiting-on.ts';
import type { ModelAnswer } from './answer-tool.ts';
import { ANSWER_TOOL, answerTool } from './answer-tool.ts';
import { SEARCH_TOOL, searchTool } from './search-tools.ts';

/**
 * Makes the runtime's own tools that a run's model is given.
 *
 * @param answerable the thread on which it may answer what waits
 */
export async function makeInternalTools(
  parts: AgentParts,
  live: LiveRuns,
  run: Run,
  answerable: string | undefined,
): Promise<ReadonlyMap<string, ToolSource>> {
  const { deferred, toolset, searchLimit } = run.config;
  const tools = new Map<string, ToolSource>();
  if (deferred.size > 0) {
    tools.set(
      SEARCH_TOOL,
      searchTool(toolset, deferred, searchLimit, (names) => run.discover(names)),
    );
  }
  if (answerable !== undefined) {
    const suspended = await suspendedOn(parts, run, answerable);
    if (suspended.length > 0) {
      const hand = (given: ModelAnswer): Promise<JsonValue> => handOver(parts, live, run, given);
      tools.set(ANSWER_TOOL, answerTool(suspended, toolset, hand));
    }
  }
  return tools;
}

async function suspendedOn(
  parts: AgentParts,
  run: Run,
  threadId: string,
): Promise<ReturnType<typeof waitingCalls>> {
  const agentId = parts.options.id;
  const items = await waitingOn(parts.store, agentId, threadId);
  const runIds = items.map(({ runId }) => runId);
  const open = await parts.store.loadCalls(runIds, { open: true });
  const waiting = waitingCalls(open, (name) => run.config.toolset.tools.get(name));
  return waiting.filter(({ kind }) => kind === 'suspension');
}

/**
 * Takes an answer through the same decision as any other, and gives what came of it. The run that
 * waited ends there: its conversation goes on in the run that answered.
 */
async function handOver(
  parts: AgentParts,
  live: LiveRuns,
  run: Run,
  { data, ...wait }: ModelAnswer,
): Promise<JsonValue> {
  const { requestContext, abortSignal } = run.config;
  const { runId, toolCallId } = wait;
  const by = `model of run ${run.runId}`;
  const reply = { ...wait, by, requestContext };
  const decision: Decision = { ...answer(data, reply), thenEnd: true };
  const options = { requestContext, ...(abortSignal ? { abortSignal } : {}) };
  const resumed = await decide(parts, live, wait, decision, options, false);
  const end = await resumed.run.ended;
  if (!end.ok) throw new Error(messageOf(end.error));
  const call = await parts.store.loadCall(runId, toolCallId);
  if (call?.state === 'suspended') return 'The call asks for more; tell the user so.';
  const result = call?.result ?? (await toldResult(parts.store, runId, toolCallId))?.output;
  if (!result) return 'The call goes on.';
  if (result.type === 'denied') return result.reason;
  if (result.type === 'error-text') throw new Error(result.value);
  // Model outputs are JSON.
  return result.value as JsonValue;
}
