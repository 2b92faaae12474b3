import type { InputRequests } from '@modelcontextprotocol/server';
import { inputRequired } from '@modelcontextprotocol/server';
import type { CheckedCall, Resumption } from 'helve/runtime';
import { digestOf, perform } from 'helve/runtime';
import type { ServerCore } from '../server-core.ts';
import { askAnswer } from '../wait/ask-answer.ts';
import { sealState } from '../wait/seal-state.ts';
import type { CallAnswer } from './call-answer.ts';
import type { OpenCall } from './open-call.ts';
import { settleCall } from './settle-call.ts';

/** Runs the tool, once or once more, and gives what the client is to be answered. */
export function runCall(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  resumption?: Resumption,
): Promise<CallAnswer> {
  const { exchange, runtime, hooks } = open;
  exchange.checked = call;
  const performing = perform(call, runtime, hooks, resumption ? { resumption } : {});
  exchange.begin(Promise.resolve(performing));
  return followCall(core, open, call, resumption?.attempts ?? 0);
}

/** Waits for the tool to end, to suspend, or to ask its client. */
export async function followCall(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  attempts: number,
): Promise<CallAnswer> {
  const event = await open.exchange.next();
  if (event.kind === 'questions') return parkCall(core, open, call, attempts);
  const { outcome } = event;
  if (outcome.kind !== 'suspended') return settleCall(core, open, outcome);
  return askAnswer(core, open, call, { payload: outcome.payload, attempts: attempts + 1 });
}

/** The tool goes on running while the client asks its user. */
export async function parkCall(
  core: ServerCore,
  open: OpenCall,
  call: CheckedCall,
  attempts: number,
): Promise<CallAnswer> {
  const { exchange } = open;
  if (core.parked.isFull) {
    exchange.refuse(new Error('Too many calls wait for an answer; try again later.'));
    return followCall(core, open, call, attempts);
  }
  const inputRequests: InputRequests = Object.fromEntries(
    [...exchange.questions].map(([key, { request }]) => [key, request]),
  );
  const requestState = await sealState(core, open, {
    kind: 'parked',
    digest: await digestOf(call),
  });
  await exchange.progress.flush();
  const overHttp = exchange.request?.context.http !== undefined;
  const sessionId = exchange.request?.context.sessionId;
  exchange.detach();
  const abort = (reason: Error): void => exchange.abort(reason);
  const where = { overHttp, ...(sessionId === undefined ? {} : { sessionId }) };
  core.parked.hold({ id: exchange.id, open, call, attempts, ...where, abort }, core.stateTtlMs);
  return inputRequired({ inputRequests, requestState });
}
