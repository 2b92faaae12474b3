import type { CustomChunk } from 'helve';
import { RequestContext } from 'helve';
import type { CallRuntime, Projection, ProjectionSource } from 'helve/runtime';
import { project } from 'helve/runtime';
import type { ServerCore } from '../server-core.ts';
import type { McpServerOptions, RequestOrigin } from '../server-options.ts';
import { settleWithin } from '../settle-within.ts';
import type { ServedTool } from '../tools/served-tool.ts';
import type { ClientRequest } from './client-request.ts';
import type { Exchange } from './exchange.ts';
import { mcpContext } from './mcp-context.ts';
import { shownText } from './shown-text.ts';

/** What the pipeline asks of an MCP server that runs a call. */
export function mcpRuntime(
  core: ServerCore,
  { name, source }: ServedTool,
  exchange: Exchange,
  requestContext: RequestContext,
): CallRuntime {
  const { logger, approvalRules, guard, decisionTimeoutMs } = core;
  const runtime: CallRuntime = {
    logger,
    requestContext,
    abortSignal: exchange.signal,
    activeTools: core.catalogue.names,
    ...(guard ? { guard } : {}),
    approvalRules,
    policies: [],
    decisionTimeoutMs,
    messages: () => [],
    addToContext: (_call, parts) => ({ mcp: mcpContext(name, exchange, parts) }),
    writeProgress: (_call, progress) => {
      const shown = project(
        projectionSource(exchange, name, source),
        'display',
        'progress',
        { progress },
        runtime,
      );
      exchange.progress.follow(tell(exchange, shown));
    },
    writeCustom: ({ type, data }: CustomChunk) => {
      const value = { type, ...(data === undefined ? {} : { data }) };
      const telling = exchange.progress.tell(shownText(value), exchange.request?.context);
      exchange.progress.follow(telling);
    },
  };
  return runtime;
}

async function tell(
  exchange: Exchange,
  projection: Projection | Promise<Projection>,
): Promise<void> {
  const { context } = exchange.request ?? {};
  const shown = projection instanceof Promise ? await projection : projection;
  if (shown.shown) await exchange.progress.tell(shownText(shown.value), context);
}

/** What people at the client are shown of a call starts from this. */
export function projectionSource(
  exchange: Exchange,
  toolName: string,
  tool: ServedTool['source'],
): ProjectionSource {
  const { id } = exchange;
  const input = exchange.checked?.acceptedInput;
  return { runId: id, toolCallId: id, toolName, tool, input, inputForms: {} };
}

/** Whose request it is. */
export function originOf({ context }: ClientRequest): RequestOrigin {
  const { authInfo, req } = context.http ?? {};
  return {
    ...(authInfo === undefined ? {} : { authInfo }),
    ...(req === undefined ? {} : { request: req }),
  };
}

/** The request context of a call, or nothing where the application could not make it. */
export function requestContextOf(
  core: ServerCore,
  request: ClientRequest,
): RequestContext | Promise<RequestContext | undefined> {
  const { requestContext } = core.options;
  return requestContext ? made(core, request, requestContext) : new RequestContext();
}

async function made(
  core: ServerCore,
  request: ClientRequest,
  requestContext: NonNullable<McpServerOptions['requestContext']>,
): Promise<RequestContext | undefined> {
  try {
    const making = requestContext(originOf(request));
    const values = await settleWithin(making, core.decisionTimeoutMs);
    return RequestContext.isInstance(values) ? values : new RequestContext(values);
  } catch (error) {
    core.logger.error('requestContext() failed; the call is refused.', { error });
    return undefined;
  }
}
