import type { CallToolRequestParams } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isNestedDeeper } from '../../is-nested-deeper.ts';
import type { ServerCore } from '../server-core.ts';
import { beginCall } from './begin-call.ts';
import type { CallAnswer } from './call-answer.ts';
import type { ClientRequest } from './client-request.ts';
import { continueCall } from './continue-call.ts';
import { errorResult } from './result-content.ts';

/**
 * Answers `tools/call`: a new call, or one that waited and comes back with what it waited for.
 *
 * @throws ProtocolError for a tool that is not there, and for a state that is none of ours.
 */
export function callTool(
  core: ServerCore,
  request: ClientRequest,
  params: CallToolRequestParams,
): Promise<CallAnswer> | CallAnswer {
  const { name, arguments: input } = params;
  const served = core.catalogue.tools.get(name);
  if (!served) {
    // The name is the client's, so it may hold anything.
    const shown = JSON.stringify(name.slice(0, 128));
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${shown}`);
  }
  if (isNestedDeeper(core.limits.depth, input)) {
    return errorResult(
      `The arguments of tool "${name}" are nested more than ${core.limits.depth} levels deep. The tool did not run.`,
    );
  }
  const state = request.context.mcpReq.requestState<unknown>();
  if (typeof state === 'string') return continueCall(core, request, served, input, state);
  return beginCall(core, request, served, input);
}
