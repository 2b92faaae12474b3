import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import type { CallEnd } from 'helve/runtime';
import { logFailure, trustedHints } from 'helve/runtime';
import type { ServerCore } from '../server-core.ts';
import type { ServedTool } from '../tools/served-tool.ts';
import type { CallAnswer } from './call-answer.ts';
import { McpCapabilityMissingError } from './capability-missing-error.ts';
import { CallTimeoutError } from './exchange.ts';
import type { OpenCall } from './open-call.ts';
import { errorResult, toCallToolResult } from './result-content.ts';

/**
 * Stage 14: the client is told how the call ended.
 *
 * @throws MissingRequiredClientCapabilityError for a tool that could not do without what its client
 * cannot do: since 2026-07-28 the protocol has an error for it.
 */
export async function settleCall(
  core: ServerCore,
  { served, exchange }: OpenCall,
  end: CallEnd,
): Promise<CallAnswer> {
  if (exchange.progress.hasPending) await exchange.progress.flush();
  const { request } = exchange;
  if (end.kind === 'error') {
    const { failure } = end;
    const call = { runId: exchange.id, toolCallId: exchange.id, toolName: served.name };
    logFailure({ ...call, tool: served.source }, failure, core.logger);
    const { error } = failure;
    if (error instanceof CallTimeoutError) return timedOut(served, error);
    if (McpCapabilityMissingError.isInstance(error) && request?.isModern) {
      const { required: requiredCapabilities } = error;
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, error.message);
    }
  }
  const result = toCallToolResult(served, end);
  return request?.shape(result, served.outputSchema) ?? result;
}

function timedOut({ name, source }: ServedTool, { message }: Error): CallAnswer {
  const effects =
    trustedHints(source).readOnlyHint === true
      ? ''
      : ' Its effects may still occur; check before you try again.';
  return errorResult(`"${name}" was given up. ${message}${effects}`);
}
