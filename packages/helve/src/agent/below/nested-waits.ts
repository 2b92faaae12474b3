import type { CallRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { waitingCalls } from '../decide/waiting-calls.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { resolveToolset } from '../run/resolve-config.ts';
import type { Waiting } from '../run/run-result.ts';
import { childRunId } from './child-run-id.ts';

/**
 * What the open calls of a run wait for, as it is stored. In the place of a call that a sub-agent's
 * run carries out stand the waits of that run, however deep they are.
 * `isShown` leaves calls out; it is told whose they are, the agent at the top first.
 */
export async function nestedWaits(
  store: Store,
  parts: AgentParts | undefined,
  open: readonly CallRecord[],
  requestContext: RequestContext | undefined,
  isShown?: (call: CallRecord, agents: readonly AgentParts[]) => Promise<boolean>,
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  const agents = parts ? [parts] : [];
  let toolOf: ((name: string) => ToolSource | undefined) | undefined;
  for (const call of open) {
    if (call.state === 'delegated') {
      const shownBelow: typeof isShown =
        isShown && ((below, lower) => isShown(below, [...agents, ...lower]));
      waiting.push(...(await waitsOfCall(store, parts, call, requestContext, shownBelow)));
    } else if (!isShown || (await isShown(call, agents))) {
      toolOf ??= await toolsOf(parts, requestContext);
      waiting.push(...waitingCalls([call], toolOf));
    }
  }
  return waiting;
}

/** What the sub-agent's run waits for that carries a call out. */
export async function waitsOfCall(
  store: Store,
  parts: AgentParts | undefined,
  call: CallRecord,
  requestContext: RequestContext | undefined,
  isShown?: Parameters<typeof nestedWaits>[4],
): Promise<readonly Waiting[]> {
  const open = await store.loadCalls(await childRunId(call), { open: true });
  return nestedWaits(store, parts?.subAgents.get(call.toolName), open, requestContext, isShown);
}

/** The tools of an agent; none where the agent is not there any more. */
async function toolsOf(
  parts: AgentParts | undefined,
  requestContext: RequestContext | undefined,
): Promise<(name: string) => ToolSource | undefined> {
  if (!parts) return () => undefined;
  const { toolset } = await resolveToolset(parts, requestContext ? { requestContext } : {});
  return (name) => toolset.tools.get(name);
}
