import { inputRequired } from '@modelcontextprotocol/server';
import type { CallEnd, CheckedCall } from 'helve/runtime';
import { digestOf, project } from 'helve/runtime';
import type { CallAnswer } from '../call/call-answer.ts';
import { originOf, projectionSource } from '../call/call-runtime.ts';
import { missingCapability } from '../call/client-request.ts';
import type { OpenCall } from '../call/open-call.ts';
import { runCall } from '../call/run-call.ts';
import { settleCall } from '../call/settle-call.ts';
import { quoted } from '../call/shown-text.ts';
import type { ServerCore } from '../server-core.ts';
import type { ApprovalAnswer, ApprovalHandler } from '../server-options.ts';
import { APPROVAL_FORM } from '../tools/agent-wait.ts';
import { sealState } from './seal-state.ts';

/** The name under which a client gives the answer back. */
export const APPROVAL_KEY = 'approval';

/** Nothing of the tool has run: its call waits for a decision, or is refused. */
export async function askApproval(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
): Promise<CallAnswer> {
  const { approval = 'elicit' } = core.options;
  const { exchange } = open;
  exchange.checked = call;
  if (typeof approval === 'function') return decide(core, open, call, approval);
  const { toolName } = call;
  if (approval === 'refuse') {
    const why = `"${toolName}" has to be approved, and this server takes no approvals. It did not run; do not try again.`;
    return settleCall(core, open, denied(why));
  }
  const capabilities = exchange.request?.capabilities ?? {};
  if (missingCapability('elicitation/create', capabilities)) {
    const why = `"${toolName}" has to be approved by the user, and this client cannot ask them: it does not support MCP elicitation. It did not run; do not try again.`;
    return settleCall(core, open, denied(why));
  }
  const requestState = await sealState(core, open, {
    kind: 'approval',
    digest: await digestOf(call),
  });
  const question = inputRequired.elicit({
    message: await approvalMessage(open),
    requestedSchema: APPROVAL_FORM,
  });
  return inputRequired({ inputRequests: { [APPROVAL_KEY]: question }, requestState });
}

/** The end of a call that was not to run. */
export function denied(reason: string): CallEnd {
  return { kind: 'denied', reason, forModel: { type: 'denied', reason } };
}

/** The user said no, or nothing. */
export function declined(toolName: string, reason?: string): CallEnd {
  const why = reason === undefined ? '' : `: ${reason}`;
  return denied(
    `The user declined the call of "${toolName}"${why}. It did not run; do not try it again unless you are asked to.`,
  );
}

/** What the user is shown: the tool, and its input as screens may show it. */
async function approvalMessage({ served, exchange, runtime }: OpenCall): Promise<string> {
  const { name, source } = served;
  const title = source.title ?? source.mcp?.annotations?.title;
  const what = title === undefined ? `"${name}"` : `"${title}" (${name})`;
  const shown = await project(
    projectionSource(exchange, name, source),
    'display',
    'approval',
    {},
    runtime,
  );
  const value = shown.shown ? shown.value : null;
  // What a transform of the tool wrote is its author's; everything else is a model's.
  const isWritten = source.transform?.display !== undefined && typeof value === 'string';
  const input = isWritten ? value : quoted(value);
  return `May the tool ${what} run?\n\n${input}`;
}

/** The application decides itself, and fails closed. */
async function decide(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  handler: ApprovalHandler,
): Promise<CallAnswer> {
  const { exchange } = open;
  const { toolName, parsedInput: input, requestContext } = call;
  const { request, signal } = exchange;
  const origin = request ? originOf(request) : {};
  let answer: boolean | ApprovalAnswer = false;
  try {
    const asked = { ...origin, toolName, input, requestContext, signal };
    answer = await unlessAborted(Promise.resolve(handler(asked)), signal);
  } catch (error) {
    if (!signal.aborted) {
      core.logger.error(`approval() failed for "${toolName}"; the call is declined.`, { error });
    }
  }
  if (signal.aborted) {
    const why = `Nobody decided on the call of "${toolName}" in time. It did not run.`;
    return settleCall(core, open, denied(why));
  }
  const { approved, reason } = asAnswer(answer);
  return approved ? runCall(core, open, call) : settleCall(core, open, declined(toolName, reason));
}

function asAnswer(answer: boolean | ApprovalAnswer): ApprovalAnswer {
  if (typeof answer !== 'object' || answer === null) return { approved: answer === true };
  const { approved, reason } = answer;
  return { approved: approved === true, ...(typeof reason === 'string' ? { reason } : {}) };
}

/** A person may take long, and a client may not wait for them. */
function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
