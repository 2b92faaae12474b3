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
 */
export async function nestedWaits(
  store: Store,
  parts: AgentParts | undefined,
  open: readonly CallRecord[],
  requestContext: RequestContext | undefined,
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  let toolOf: ((name: string) => ToolSource | undefined) | undefined;
  for (const call of open) {
    if (call.state === 'delegated') {
      waiting.push(...(await waitsOfCall(store, parts, call, requestContext)));
    } else {
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
): Promise<readonly Waiting[]> {
  const open = await store.loadCalls(await childRunId(call), { open: true });
  return nestedWaits(store, parts?.subAgents.get(call.toolName), open, requestContext);
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
