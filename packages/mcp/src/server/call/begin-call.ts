import type { RequestContext } from 'helve';
import type { RequestedCall } from 'helve/runtime';
import { admit, CallHooks, checkInput } from 'helve/runtime';
import type { ServerCore } from '../server-core.ts';
import type { ServedTool } from '../tools/served-tool.ts';
import { askApproval } from '../wait/ask-approval.ts';
import type { CallAnswer } from './call-answer.ts';
import { mcpRuntime, requestContextOf } from './call-runtime.ts';
import type { ClientRequest } from './client-request.ts';
import { Exchange } from './exchange.ts';
import type { OpenCall } from './open-call.ts';
import { errorResult } from './result-content.ts';
import { runCall } from './run-call.ts';
import { settleCall } from './settle-call.ts';
import { withTrace } from './with-trace.ts';

/** Takes a new call through the pipeline, until it ends or waits for somebody. */
export async function beginCall(
  core: ServerCore,
  request: ClientRequest,
  served: ServedTool,
  input: unknown,
): Promise<CallAnswer> {
  // a promise only where the application makes one: most servers have none, and every call waits
  const making = requestContextOf(core, request);
  const requestContext = making instanceof Promise ? await making : making;
  if (!requestContext) return contextRefused(served);
  const open = openCall(core, request, served, requestContext, crypto.randomUUID());
  try {
    return await withTrace(request, () => admitCall(core, open, requestOf(open, input)));
  } finally {
    open.exchange.detach();
  }
}

async function admitCall(
  core: ServerCore,
  open: OpenCall,
  requested: RequestedCall,
): Promise<CallAnswer> {
  const { served, runtime, hooks } = open;
  const input = await checkInput(requested, served.source, runtime, hooks);
  if (!input.ok) return settleCall(core, open, input.end);
  const admission = await admit(requested, served.source, input, runtime, hooks);
  switch (admission.kind) {
    case 'ended':
      return settleCall(core, open, admission.end);
    case 'approval-needed':
      return askApproval(core, open, admission.call);
    case 'ready':
      return runCall(core, open, admission.call);
    case 'client':
      throw new TypeError(`"${served.name}" has no execute, and is offered all the same.`);
  }
}

/** A call of this request, its exchange and its runtime. */
export function openCall(
  core: ServerCore,
  request: ClientRequest,
  served: ServedTool,
  requestContext: RequestContext,
  id: string,
): OpenCall {
  const exchange = new Exchange(id);
  exchange.attach(request, core.limits.callMs);
  const runtime = mcpRuntime(core, served, exchange, requestContext);
  const call = { runId: id, toolCallId: id, toolName: served.name };
  const hooks = served.hasHooks ? new CallHooks(served.source, call, runtime) : undefined;
  return { served, exchange, runtime, hooks };
}

/** The call as the pipeline's first stages take it. */
export function requestOf({ exchange, served }: OpenCall, input: unknown): RequestedCall {
  const { id } = exchange;
  return {
    runId: id,
    toolCallId: id,
    toolName: served.name,
    input: { ok: true, value: input },
  };
}

/** What the application puts into the context is not the client's business. */
export function contextRefused({ name }: ServedTool): CallAnswer {
  return errorResult(
    `Tool "${name}" cannot be used in this request: the application did not supply what it needs. It did not run; do not try again.`,
  );
}
