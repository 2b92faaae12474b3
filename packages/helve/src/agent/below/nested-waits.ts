import type { CallRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { RequestContext } from '../../tool/request-context.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { waitingCalls } from '../decide/waiting-calls.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { resolveToolset } from '../run/resolve-config.ts';
import type { Waiting } from '../run/run-result.ts';
import { childRunId } from './child-run-id.ts';

/** Finds a tool of the agent that a call is of; none where the agent is not there any more. */
export type ToolOf = (toolName: string) => ToolSource | undefined;

/** Says how a waiting call is shown, or leaves it out; it is told whose the call is, the agent at the top first. */
export type ShowWait<Shown> = (
  call: CallRecord,
  toolOf: ToolOf,
  agents: readonly AgentParts[],
) => Promise<readonly Shown[]>;

/**
 * What the open calls of a run wait for, as it is stored. In the place of a call that a sub-agent's
 * run carries out stand the waits of that run, however deep they are.
 */
export function nestedWaits(
  store: Store,
  parts: AgentParts | undefined,
  open: readonly CallRecord[],
  requestContext: RequestContext | undefined,
): Promise<readonly Waiting[]> {
  return showWaits(store, parts, open, requestContext, async (call, toolOf) =>
    waitingCalls([call], toolOf),
  );
}

/** What the sub-agent's run waits for that carries a call out. */
export async function waitsOfCall(
  store: Store,
  parts: AgentParts | undefined,
  call: CallRecord,
  requestContext: RequestContext | undefined,
): Promise<readonly Waiting[]> {
  const open = await store.loadCalls(await childRunId(call), { open: true });
  return nestedWaits(store, parts?.subAgents.get(call.toolName), open, requestContext);
}

/** The same as {@link nestedWaits}, each wait as `show` has it. */
export async function showWaits<Shown>(
  store: Store,
  parts: AgentParts | undefined,
  open: readonly CallRecord[],
  requestContext: RequestContext | undefined,
  show: ShowWait<Shown>,
): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  const agents = parts ? [parts] : [];
  let toolOf: ToolOf | undefined;
  for (const call of open) {
    if (call.state === 'delegated') {
      const below = await store.loadCalls(await childRunId(call), { open: true });
      const lower = parts?.subAgents.get(call.toolName);
      shown.push(
        ...(await showWaits(store, lower, below, requestContext, (each, tools, path) =>
          show(each, tools, [...agents, ...path]),
        )),
      );
    } else {
      toolOf ??= await toolsOf(parts, requestContext);
      shown.push(...(await show(call, toolOf, agents)));
    }
  }
  return shown;
}

/** The tools of an agent; none where the agent is not there any more. */
async function toolsOf(
  parts: AgentParts | undefined,
  requestContext: RequestContext | undefined,
): Promise<ToolOf> {
  if (!parts) return () => undefined;
  const { toolset } = await resolveToolset(parts, requestContext ? { requestContext } : {});
  return (name) => toolset.tools.get(name);
}
