import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CallTurn } from './call-turn.ts';
import type { CarriedState } from './carried-state.ts';
import { delay } from './delay.ts';
import type { Elicitation, ElicitationAnswer } from './elicitation.ts';
import { readElicitation } from './elicitation.ts';
import { rpcErrorOf } from './fault-of.ts';
import { isObject } from './json.ts';
import { McpQuestionLostError } from './mcp-errors.ts';
import type { Connection } from './open-connection.ts';
import { RunningCall } from './running-call.ts';
import { sendRequest } from './send-request.ts';
import { taskOf } from './task-handle.ts';
import { anyObject, pollMs } from './task-requests.ts';
import type { ToolCall } from './tool-call.ts';
import { effectsOf, requestOptions } from './tool-call.ts';

/**
 * Makes a call of a server of the 2025 revisions. Where the server asks, the call stays open in this
 * process until the answer comes: there is no other way to give it one.
 */
export function callHeld(call: ToolCall): Promise<CallTurn> {
  const running = new RunningCall(call.context.runId, call.clock);
  watch(call, running);
  running.start(() => send(call, running));
  return nextTurn(call, running);
}

/**
 * Goes on with the answer to the question that the call was held for.
 *
 * @throws McpQuestionLostError where it is not held here any more.
 */
export async function answerHeld(
  call: ToolCall,
  { callId }: Extract<CarriedState, { kind: 'held' }>,
  answer: ElicitationAnswer,
): Promise<CallTurn> {
  const { held, settings } = call.parts;
  const running = held.get(callId);
  if (!running) throw new McpQuestionLostError(settings.name, effectsOf(call));
  held.delete(callId);
  watch(call, running);
  running.clock.run(call.context.abortSignal);
  running.answer(answer);
  return nextTurn(call, running);
}

/** Gives up a call that nobody will be asked about. */
export function giveUp({ parts: { held } }: ToolCall, state: CarriedState): void {
  if (state.kind !== 'held') return;
  held.get(state.callId)?.give();
  held.delete(state.callId);
}

async function nextTurn(call: ToolCall, running: RunningCall): Promise<CallTurn> {
  const turn = await running.next();
  const { held, settings } = call.parts;
  if (turn.kind === 'question') {
    held.set(running.id, running);
    running.hold(settings.questionTimeoutMs, () => held.delete(running.id));
    const state = { kind: 'held', callId: running.id } as const;
    return { kind: 'question', elicitation: turn.elicitation, state };
  }
  running.clock.end();
  if (turn.kind === 'failed') throw turn.error;
  return turn;
}

/** Progress goes to the execution that waits for the call now. */
function watch({ context }: ToolCall, running: RunningCall): void {
  running.onProgress = (progress) => void context.writer.write(progress);
}

async function send(call: ToolCall, running: RunningCall): Promise<CallToolResult> {
  return sendRequest(call, (connection) =>
    connection.within(running, async () => {
      connection.calls.add(running);
      try {
        const result = await requestBehindPages(call, running, connection);
        const task = taskOf(result);
        return task ? await taskResult(call, connection, task.taskId) : result;
      } finally {
        connection.calls.delete(running);
      }
    }),
  );
}

/**
 * A server may refuse a call until a person has been to some page, and names it. The call was not
 * carried out, so it is made again once they have.
 */
async function requestBehindPages(
  call: ToolCall,
  running: RunningCall,
  connection: Connection,
): Promise<CallToolResult> {
  try {
    return await request(call, running, connection);
  } catch (error) {
    const pages = pagesWanted(error);
    if (pages.length === 0) throw error;
    for (const page of pages) {
      const { action } = await running.ask(page, call.clock.signal);
      if (action !== 'accept') throw error;
    }
    return request(call, running, connection);
  }
}

function pagesWanted(error: unknown): readonly Elicitation[] {
  const { code, data } = rpcErrorOf(error) ?? {};
  const isWanting = code === URL_ELICITATION_REQUIRED && isObject(data);
  const wanted = isWanting ? data['elicitations'] : undefined;
  return (Array.isArray(wanted) ? wanted : []).flatMap((each: unknown) => {
    const page = readElicitation(isObject(each) ? { ...each, mode: 'url' } : each);
    return page ? [page] : [];
  });
}

function request(
  { definition, input, clock }: ToolCall,
  running: RunningCall,
  { client }: Connection,
): Promise<CallToolResult> {
  const isTask = definition.execution?.taskSupport === 'required';
  const params = {
    name: definition.name,
    // Tools have objects for input.
    arguments: input as Record<string, unknown>,
    ...(isTask ? { task: {} } : {}),
  };
  return client.callTool(params, {
    ...requestOptions(clock, (progress) => running.onProgress(progress)),
    // Without an output schema: outputs are validated elsewhere.
    toolDefinition: { name: definition.name, inputSchema: { type: 'object' } },
  });
}

/** The code by which a server of 2025 says that a person has to go somewhere first. */
const URL_ELICITATION_REQUIRED = -32042;

const AT_WORK: ReadonlySet<unknown> = new Set(['working', 'submitted']);

/** Waits for a task of the 2025 revisions. Asking for its result is also how its questions come. */
async function taskResult(
  { clock }: ToolCall,
  { client }: Connection,
  taskId: string,
): Promise<CallToolResult> {
  const { signal, timeout } = requestOptions(clock, () => undefined);
  const options = { signal, timeout };
  const params = { taskId };
  try {
    for (;;) {
      const task = await client.request({ method: 'tasks/get', params }, anyObject, options);
      clock.beat();
      if (!AT_WORK.has(task['status'])) break;
      await delay(pollMs(task['pollInterval']), signal);
    }
    const result = await client.request({ method: 'tasks/result', params }, anyObject, options);
    // Screened: of the shape of a result, block by block.
    return result as CallToolResult;
  } catch (error) {
    if (signal.aborted) {
      client.request({ method: 'tasks/cancel', params }, anyObject).catch(() => undefined);
    }
    throw error;
  }
}
