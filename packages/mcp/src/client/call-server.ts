import type { CallToolResult } from '@modelcontextprotocol/client';
import { isSuspendSignal } from 'helve';
import { answerAgain, callOnce } from './call-again.ts';
import type { CallTurn } from './call-turn.ts';
import type { CarriedState, McpSuspendPayload } from './carried-state.ts';
import { readPayload } from './carried-state.ts';
import type { ElicitationAnswer } from './elicitation.ts';
import { answerSchemaOf, toAnswer } from './elicitation.ts';
import { answerTask } from './follow-task.ts';
import { answerHeld, callHeld, giveUp } from './hold-call.ts';
import type { ToolCall } from './tool-call.ts';

/**
 * Carries a call out on its server. Where the server asks something, the call suspends, and goes on
 * from there when it is run again with the answer.
 *
 * @throws one of the errors of `mcp-errors.ts`; the signal of `suspend()`; the abort's reason.
 */
export async function callServer(call: ToolCall): Promise<CallToolResult> {
  const { context, clock } = call;
  clock.run(context.abortSignal);
  try {
    let turn = await firstTurn(call);
    while (turn.kind === 'question') {
      const answer = await answerAtOnce(call, turn);
      if (!answer) return await suspend(call, turn);
      turn = await goOn(call, turn.state, answer);
    }
    return turn.result;
  } finally {
    clock.end();
  }
}

async function firstTurn(call: ToolCall): Promise<CallTurn> {
  const { context, parts, clock } = call;
  const asked = readPayload(context.suspendPayload);
  if (asked && context.resumeData !== undefined) {
    return goOn(call, asked.state, toAnswer(asked, context.resumeData));
  }
  const { isModern } = await clock.beside(parts.connection.ready(clock.signal));
  return isModern ? callOnce(call) : callHeld(call);
}

function goOn(call: ToolCall, state: CarriedState, answer: ElicitationAnswer): Promise<CallTurn> {
  switch (state.kind) {
    case 'held':
      return answerHeld(call, state, answer);
    case 'again':
      return answerAgain(call, state, answer);
    case 'task':
      return answerTask(call, state, answer);
  }
}

/** The answer that there is without asking a person; `undefined` where one has to be asked. */
async function answerAtOnce(
  call: ToolCall,
  { elicitation, state }: Extract<CallTurn, { kind: 'question' }>,
): Promise<ElicitationAnswer | undefined> {
  const { parts, definition } = call;
  const { settings, log, onElicitation } = parts;
  try {
    answerSchemaOf(elicitation.requestedSchema);
  } catch (error) {
    log('warn', 'its question is not asked, because its form is no JSON Schema.', { error });
    return { action: 'cancel' };
  }
  const request = { ...elicitation, server: settings.name, tool: definition.name };
  let answer: ElicitationAnswer | undefined;
  try {
    answer = await onElicitation?.(request);
  } catch (error) {
    giveUp(call, state);
    throw error;
  }
  return answer?.action === 'accept' && elicitation.mode === 'form'
    ? toAnswer(elicitation, answer.content ?? {})
    : answer;
}

async function suspend(
  call: ToolCall,
  { elicitation, state }: Extract<CallTurn, { kind: 'question' }>,
): Promise<never> {
  const { context, parts, definition } = call;
  const payload: McpSuspendPayload = {
    server: parts.settings.name,
    tool: definition.name,
    ...elicitation,
    state,
  };
  try {
    return await context.suspend(payload);
  } catch (error) {
    // Where nothing can wait for an answer, none will come.
    if (!isSuspendSignal(error)) giveUp(call, state);
    throw error;
  }
}
