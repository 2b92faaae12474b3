import type { CallTurn } from './call-turn.ts';
import type { CarriedState } from './carried-state.ts';
import { delay } from './delay.ts';
import type { ElicitationAnswer } from './elicitation.ts';
import { isObject } from './json.ts';
import { McpProtocolError } from './mcp-errors.ts';
import { nextQuestion } from './open-questions.ts';
import { screenResult } from './screen-result.ts';
import { sendRequest } from './send-request.ts';
import type { TaskHandle } from './task-handle.ts';
import { anyObject, pollMs } from './task-requests.ts';
import type { ToolCall } from './tool-call.ts';
import { requestOptions } from './tool-call.ts';

/**
 * Follows a call that a server of 2026 carries out as a task, to its end or to its next question. The
 * task is the server's: another process can go on following it.
 */
export async function followTask(
  call: ToolCall,
  task: TaskHandle,
  sent: readonly string[] = [],
): Promise<CallTurn> {
  try {
    return await follow(call, task, sent);
  } catch (error) {
    if (call.clock.signal.aborted) cancel(call, task.taskId);
    throw error;
  }
}

/** Gives a task the answer to what it asked last, and follows it further. */
export function answerTask(
  call: ToolCall,
  { taskId, sent, requests, answers, asking }: Extract<CarriedState, { kind: 'task' }>,
  answer: ElicitationAnswer,
): Promise<CallTurn> {
  return ask(call, taskId, sent, requests, { ...answers, [asking]: answer });
}

async function follow(
  call: ToolCall,
  task: TaskHandle,
  sent: readonly string[],
): Promise<CallTurn> {
  const { taskId } = task;
  for (;;) {
    const state = await request(call, 'tasks/get', { taskId });
    call.clock.beat();
    switch (state['status']) {
      case 'completed': {
        const result = isObject(state['result']) ? screenResult(state['result']) : { content: [] };
        // Screened: of the shape of a result, block by block.
        return {
          kind: 'result',
          result: result as Extract<CallTurn, { kind: 'result' }>['result'],
        };
      }
      case 'input_required': {
        const { inputRequests } = state;
        const all = Object.entries(isObject(inputRequests) ? inputRequests : {});
        // Those it has the answers to already may stand there until it has looked at them.
        const open = all.filter(([key]) => !sent.includes(key));
        if (open.length > 0) return ask(call, taskId, sent, Object.fromEntries(open), {});
        break;
      }
      case 'failed':
      case 'cancelled':
        throw new McpProtocolError(
          call.parts.settings.name,
          `began a task for the call of "${call.definition.name}", which ${state['status'] === 'failed' ? 'failed' : 'was cancelled there'}`,
          { cause: state['error'] },
        );
    }
    await delay(pollMs(state['pollIntervalMs'] ?? task.pollIntervalMs), call.clock.signal);
  }
}

async function ask(
  call: ToolCall,
  taskId: string,
  sent: readonly string[],
  requests: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, ElicitationAnswer>>,
): Promise<CallTurn> {
  const next = nextQuestion(call, requests, answers);
  if (next.kind === 'question') {
    const { elicitation, open } = next;
    return { kind: 'question', elicitation, state: { kind: 'task', taskId, sent, ...open } };
  }
  await request(call, 'tasks/update', { taskId, inputResponses: next.responses });
  const task = { taskId, pollIntervalMs: undefined };
  return followTask(call, task, [...sent, ...Object.keys(requests)]);
}

async function request(
  call: ToolCall,
  method: string,
  params: { readonly taskId: string } & Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const options = requestOptions(call.clock, () => undefined);
  // Looking at a task, and giving it the same answers again, changes nothing.
  return sendRequest(
    call,
    ({ client }) =>
      client.request({ method, params }, anyObject, {
        signal: options.signal,
        timeout: options.timeout,
      }),
    true,
  );
}

/** Tells the server that nobody waits for a task any more; nobody waits for its answer either. */
function cancel({ parts }: ToolCall, taskId: string): void {
  const client = parts.connection.current?.client;
  client
    ?.request({ method: 'tasks/cancel', params: { taskId } }, anyObject)
    .catch((error: unknown) => parts.log('info', 'a task could not be cancelled.', { error }));
}
