import { inputRequired } from '@modelcontextprotocol/server';
import type { CheckedCall } from 'helve/runtime';
import { digestOf, normalize, project } from 'helve/runtime';
import type { CallAnswer } from '../call/call-answer.ts';
import { projectionSource } from '../call/call-runtime.ts';
import { missingCapability } from '../call/client-request.ts';
import type { OpenCall } from '../call/open-call.ts';
import { settleCall } from '../call/settle-call.ts';
import { shownText } from '../call/shown-text.ts';
import type { ServerCore } from '../server-core.ts';
import type { AnswerForm, FormSchema } from '../tools/answer-form.ts';
import { formOfAnswer } from '../tools/served-tool.ts';
import { denied } from './ask-approval.ts';
import { sealState } from './seal-state.ts';

/** The name under which a client gives the answer back. */
export const ANSWER_KEY = 'answer';

/** A tool that asks for nothing in particular wants to know that it may go on. */
const GO_ON: FormSchema = { type: 'object', properties: {} };

/** What a call suspended with. */
export interface Suspension {
  readonly payload: unknown;
  /** How often it has been run. */
  readonly attempts: number;
  /** What was wrong with the answer before. */
  readonly problem?: string;
}

/** The call waits for the answer that its tool asked for; the client carries what is needed. */
export async function askAnswer(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  { payload, attempts, problem }: Suspension,
): Promise<CallAnswer> {
  const { served, exchange } = open;
  const { toolName } = call;
  exchange.checked = call;
  await exchange.progress.flush();
  if (missingCapability('elicitation/create', exchange.request?.capabilities ?? {})) {
    const why = `"${toolName}" needs an answer of the user to go on, and this client cannot ask them: it does not support MCP elicitation. It did not finish; do not try again.`;
    return settleCall(core, open, denied(why));
  }
  let form: AnswerForm | undefined;
  try {
    form = formOfAnswer(served, payload === undefined ? undefined : normalize(payload));
  } catch (error) {
    core.logger.error(`"${toolName}" asks for what MCP clients have no form for.`, {
      toolName,
      error,
    });
    const why = `"${toolName}" needs an answer that this client cannot ask its user for. It did not finish; do not try again.`;
    return settleCall(core, open, denied(why));
  }
  const requestState = await sealState(core, open, {
    kind: 'suspension',
    digest: await digestOf(call),
    attempts,
    ...(payload === undefined ? {} : { suspendPayload: normalize(payload) }),
  });
  const asked = await suspendMessage(open, payload);
  const question = inputRequired.elicit({
    message: problem === undefined ? asked : `${asked}\n\n${problem}`,
    requestedSchema: form?.schema ?? GO_ON,
  });
  return inputRequired({ inputRequests: { [ANSWER_KEY]: question }, requestState });
}

/** What the user is asked: the payload as screens may show it. */
async function suspendMessage(
  { served, exchange, runtime }: OpenCall,
  payload: unknown,
): Promise<string> {
  const { name, source } = served;
  const standard = `"${source.title ?? name}" needs an answer to go on.`;
  if (payload === undefined && !source.transform?.display) return standard;
  const shown = await project(
    projectionSource(exchange, name, source),
    'display',
    'suspend',
    { suspendPayload: payload },
    runtime,
  );
  return shown.shown ? shownText(shown.value) || standard : standard;
}
