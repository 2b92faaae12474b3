import { inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CheckedCall } from 'helve/runtime';
import { checkInput, digestOf, readmit, validateAnswer } from 'helve/runtime';
import type { ServerCore } from '../server-core.ts';
import { settleWithin } from '../settle-within.ts';
import type { ServedTool } from '../tools/served-tool.ts';
import { formOfAnswer } from '../tools/served-tool.ts';
import { ANSWER_KEY, askAnswer } from '../wait/ask-answer.ts';
import { APPROVAL_KEY, askApproval, declined, denied } from '../wait/ask-approval.ts';
import type { ApprovalState, CarriedState, SuspensionState } from '../wait/carried-state.ts';
import { principalOfRequest } from '../wait/seal-state.ts';
import { contextRefused, openCall, requestOf } from './begin-call.ts';
import type { CallAnswer } from './call-answer.ts';
import { requestContextOf } from './call-runtime.ts';
import type { ClientRequest } from './client-request.ts';
import type { OpenCall } from './open-call.ts';
import { followCall, parkCall, runCall } from './run-call.ts';
import { settleCall } from './settle-call.ts';
import { withTrace } from './with-trace.ts';

/**
 * Takes up a call that waited. Everything but the sealed state comes from a client, and the state
 * too may be another call's, another user's, old, or used: nothing runs before all of it fits.
 *
 * @throws ProtocolError (-32602) where it does not.
 */
export async function continueCall(
  core: ServerCore,
  request: ClientRequest,
  served: ServedTool,
  input: unknown,
  text: string,
): Promise<CallAnswer> {
  const state = await core.seal.open(text);
  if (!state || state.expiresAt <= Date.now()) throw badState('Invalid or expired requestState.');
  if (state.principal !== principalOfRequest(core, request)) {
    throw badState('Invalid or expired requestState.');
  }
  const requestContext = await requestContextOf(core, request);
  if (!requestContext) return contextRefused(served);
  const open = openCall(core, request, served, requestContext, state.callId);
  try {
    return await withTrace(request, async () => {
      const call = await readmitted(open, input, state);
      if ('answer' in call) return call.answer;
      if (state.kind === 'parked') return unpark(core, request, state);
      return state.kind === 'approval'
        ? approve(core, open, call.checked, state)
        : resume(core, open, call.checked, state);
    });
  } finally {
    open.exchange.detach();
  }

  /** What was asked about is what goes on: the same tool, with the same input. */
  async function readmitted(
    { runtime }: OpenCall,
    given: unknown,
    { digest }: CarriedState,
  ): Promise<{ readonly checked: CheckedCall } | { readonly answer: CallAnswer }> {
    const requested = requestOf(open, given);
    // without hooks: they were told of this input before
    const checked = await checkInput(requested, served.source, runtime, undefined);
    if (!checked.ok) throw badState('This state belongs to another call.');
    const { runId, toolCallId, toolName } = requested;
    const again = { runId, toolCallId, toolName, acceptedInput: checked.accepted };
    const admitted = await readmit(again, served.source, runtime);
    if (!admitted.ok) return { answer: contextRefused(served) };
    if ((await digestOf(admitted.call)) !== digest) {
      throw badState('This state belongs to another call.');
    }
    if (admitted.end) return { answer: await settleCall(core, open, admitted.end) };
    return { checked: admitted.call };
  }
}

async function approve(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  state: ApprovalState,
): Promise<CallAnswer> {
  const given = responseOf(open, APPROVAL_KEY);
  if (given.kind !== 'elicit') return askApproval(core, open, call);
  await useOnce(core, state);
  // Only a plain `true` of a form that the user sent off.
  if (given.action === 'accept' && given.content?.['approve'] === true) {
    return runCall(core, open, call);
  }
  return settleCall(core, open, declined(call.toolName));
}

async function resume(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  state: SuspensionState,
): Promise<CallAnswer> {
  const given = responseOf(open, ANSWER_KEY);
  const { suspendPayload, attempts } = state;
  const suspension = { payload: suspendPayload, attempts };
  if (given.kind !== 'elicit') return askAnswer(core, open, call, suspension);
  if (given.action !== 'accept') {
    await useOnce(core, state);
    const why = `The user did not answer what "${call.toolName}" asked. It did not go on; do not try it again unless you are asked to.`;
    return settleCall(core, open, denied(why));
  }
  const { source } = open.served;
  const form = formOfAnswer(open.served, suspendPayload);
  const data = form ? form.read(given.content) : (given.content ?? {});
  const answer = await validateAnswer(
    source,
    call.toolName,
    { suspendPayload, resumeData: data },
    open.runtime,
  );
  if (!answer.ok) {
    // It goes on waiting, with a state of its own.
    return askAnswer(core, open, call, { ...suspension, problem: answer.error.message });
  }
  await useOnce(core, state);
  return runCall(core, open, call, { resumeData: answer.value, suspendPayload, attempts });
}

/** Gives a running tool the answers it waits for, and goes on with it. */
async function unpark(
  core: ServerCore,
  request: ClientRequest,
  state: CarriedState,
): Promise<CallAnswer> {
  // Looked for first: an answer that came to the wrong process is still good in the right one.
  if (!core.parked.has(state.callId)) throw notHere();
  await useOnce(core, state);
  const parked = core.parked.take(state.callId);
  if (!parked) throw notHere();
  const { open, call, attempts } = parked;
  open.exchange.attach(request, core.limits.callMs);
  try {
    const complete = open.exchange.answer(request.context.mcpReq.inputResponses ?? {});
    return complete
      ? await followCall(core, open, call, attempts)
      : await parkCall(core, open, call, attempts);
  } finally {
    open.exchange.detach();
  }
}

function responseOf({ exchange }: OpenCall, key: string): ReturnType<typeof inputResponse> {
  return inputResponse(exchange.request?.context.mcpReq.inputResponses, key);
}

/** @throws ProtocolError where the state was used before, or nobody can say. */
async function useOnce(
  { used, logger, decisionTimeoutMs }: ServerCore,
  state: CarriedState,
): Promise<void> {
  let isFirst = false;
  try {
    const using = used.use(state.nonce, state.expiresAt);
    isFirst = (await settleWithin(using, decisionTimeoutMs)) === true;
  } catch (error) {
    logger.error('state.used failed; the answer is refused.', { error });
  }
  if (!isFirst) throw badState('This requestState was used before. Call the tool again.');
}

function notHere(): ProtocolError {
  return badState(
    'The call is not running here any more: it was given up, or it runs in another process of this server. Call the tool again.',
  );
}

function badState(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    reason: 'invalid_request_state',
  });
}
