import type { ValidationFailure } from '../schema/validate.ts';
import type { CallRuntime } from './call-runtime.ts';
import { race } from './race.ts';

/** How long a schema may take that answers through a promise, and what else ends the wait. */
export type CheckLimits = Pick<CallRuntime, 'decisionTimeoutMs' | 'abortSignal'>;

/**
 * What a schema answers, or its refusal where it does not answer in time: a schema's promise may
 * never settle, and every call must end. An answer that is there at once costs nothing here.
 */
export function inTime<T extends object>(
  checking: T | Promise<T>,
  limits: CheckLimits,
): T | Promise<T | ValidationFailure> {
  return checking instanceof Promise ? waitFor(checking, limits) : checking;
}

async function waitFor<T>(
  checking: Promise<T>,
  { decisionTimeoutMs, abortSignal }: CheckLimits,
): Promise<T | ValidationFailure> {
  const raced = await race(() => checking, { timeoutMs: decisionTimeoutMs, signal: abortSignal });
  switch (raced.kind) {
    case 'done':
      return raced.value;
    case 'threw':
      return refusal('the schema threw while it checked the value', raced.error);
    case 'aborted':
      return refusal('the schema had not answered when the run was aborted', raced.reason);
    case 'timed-out':
      return refusal(`the schema did not answer within ${decisionTimeoutMs} ms`);
  }
}

function refusal(message: string, cause?: unknown): ValidationFailure {
  return { ok: false, issues: [{ message, path: [], ...(cause === undefined ? {} : { cause }) }] };
}
