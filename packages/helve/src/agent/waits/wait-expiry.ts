import type { CheckedCall } from '../../call/call.ts';
import { normalize } from '../../call/normalize.ts';
import type { CallRecord } from '../../store/records.ts';
import type { JsonValue } from '../../tool/json.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Run } from '../run/run.ts';
import { now } from './clock.ts';

/** What a waiting call's record says of its expiry. */
export type WaitExpiry = Pick<CallRecord, 'expiresAt' | 'expiryAnswer'>;

/** When an approval that is asked for now expires, and to what. */
export function approvalExpiry({ config }: Run, { tool }: CheckedCall): WaitExpiry {
  const expiry = tool.waits?.approval ?? config.waits.approval;
  if (!expiry) return {};
  const { expiresAfterMs, answer = 'decline' } = expiry;
  return { expiresAt: timeIn(expiresAfterMs), expiryAnswer: answer };
}

/**
 * The same of a call that suspends now. An answer that does not fit is found out while somebody can
 * still give another one; in the end the call is declined then.
 */
export async function suspensionExpiry(
  run: Run,
  call: LiveCall,
  { tool }: CheckedCall,
  asked: JsonValue | undefined,
): Promise<WaitExpiry> {
  const expiry = tool.waits?.suspension ?? run.config.waits.suspension;
  if (!expiry) return {};
  const { expiresAfterMs, answer = 'decline' } = expiry;
  const expiresAt = timeIn(expiresAfterMs);
  if (answer === 'decline') return { expiresAt, expiryAnswer: 'decline' };
  // What the tool is given, and might change, is never what the agent was made with.
  const resumeData = normalize(answer.resumeData);
  try {
    const { acceptAnswer } = await import('../decide/readmit-call.ts');
    const wait = asked === undefined ? {} : { suspendPayload: asked };
    if (run.step) await acceptAnswer(tool, call, wait, resumeData, run.step.runtime);
  } catch (error) {
    const text = `The answer for expired waits of "${call.toolName}" does not fit its resumeSchema; the call will be declined instead.`;
    run.config.logger.error(text, { runId: run.runId, toolCallId: call.toolCallId, error });
    return { expiresAt, expiryAnswer: 'decline' };
  }
  return { expiresAt, expiryAnswer: { resumeData } };
}

/** Has the waits of a run's calls end in time. */
export function watchWaits({ calls, config }: Run): void {
  for (const { record } of calls.values()) config.expiries.watch(record?.expiresAt);
}

/** A call's record once it does not wait any more. */
export function withoutExpiry<T extends WaitExpiry>(record: T): Omit<T, keyof WaitExpiry> {
  const { expiresAt, expiryAnswer, ...rest } = record;
  return rest;
}

function timeIn(milliseconds: number): number {
  return Math.ceil(now() + milliseconds);
}
