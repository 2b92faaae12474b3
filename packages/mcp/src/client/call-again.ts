import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallTurn } from './call-turn.ts';
import type { CarriedState } from './carried-state.ts';
import type { ElicitationAnswer } from './elicitation.ts';
import { followTask } from './follow-task.ts';
import { isObject } from './json.ts';
import { McpProtocolError } from './mcp-errors.ts';
import { nextQuestion } from './open-questions.ts';
import { sendRequest } from './send-request.ts';
import { taskOf } from './task-handle.ts';
import type { ToolCall } from './tool-call.ts';
import { requestOptions } from './tool-call.ts';

/** How often a server may want something more for one call. */
const MAX_ROUNDS = 16;

/** What a call is made with, beside its input. */
interface Round {
  readonly round: number;
  readonly requestState?: string | undefined;
  readonly responses?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a call of a server of 2026. Such a server holds nothing while it asks: it answers with what
 * it wants to know and a state of its own, and the call is made again with the answers and that
 * state, by whichever process has them then.
 */
export async function callOnce(call: ToolCall, round: Round = { round: 0 }): Promise<CallTurn> {
  const result = await sendRequest(call, ({ client }) => {
    const { name, inputSchema } = call.definition;
    const params = {
      name,
      // Tools have objects for input.
      arguments: call.input as Record<string, unknown>,
      ...(round.responses === undefined ? {} : { inputResponses: round.responses }),
      ...(round.requestState === undefined ? {} : { requestState: round.requestState }),
    };
    const { writer } = call.context;
    return client.callTool(params, {
      ...requestOptions(call.clock, (progress) => void writer.write(progress)),
      allowInputRequired: true,
      // Says which arguments go into headers. Without an output schema, outputs are not checked.
      toolDefinition: { name, inputSchema: { ...inputSchema, type: 'object' } },
    });
  });
  const wanted = readWanted(result);
  if (!wanted) {
    const task = taskOf(result);
    return task ? followTask(call, task) : { kind: 'result', result };
  }
  if (round.round >= MAX_ROUNDS) {
    const { settings } = call.parts;
    throw new McpProtocolError(settings.name, `asked more than ${MAX_ROUNDS} times in one call`);
  }
  const { requests, requestState } = wanted;
  return ask(call, { round: round.round + 1, requestState }, requests, {});
}

/** Goes on with the answer to the question that was asked last. */
export function answerAgain(
  call: ToolCall,
  { round, requestState, requests, answers, asking }: Extract<CarriedState, { kind: 'again' }>,
  answer: ElicitationAnswer,
): Promise<CallTurn> {
  return ask(call, { round, requestState }, requests, { ...answers, [asking]: answer });
}

async function ask(
  call: ToolCall,
  { round, requestState }: Round,
  requests: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, ElicitationAnswer>>,
): Promise<CallTurn> {
  const next = nextQuestion(call, requests, answers);
  if (next.kind === 'answered') {
    return callOnce(call, { round, requestState, responses: next.responses });
  }
  const { elicitation, open } = next;
  const carried = requestState === undefined ? {} : { requestState };
  return { kind: 'question', elicitation, state: { kind: 'again', round, ...carried, ...open } };
}

/** What the server wants before it carries the call out; `undefined` where it has. */
function readWanted(result: CallToolResult):
  | {
      readonly requests: Readonly<Record<string, unknown>>;
      readonly requestState: string | undefined;
    }
  | undefined {
  // The SDK gives another shape than its type says where a call allows it.
  const raw: Readonly<Record<string, unknown>> = result;
  if (raw['resultType'] !== 'input_required') return undefined;
  const { inputRequests, requestState } = raw;
  return {
    requests: isObject(inputRequests) ? inputRequests : {},
    requestState: typeof requestState === 'string' ? requestState : undefined,
  };
}
