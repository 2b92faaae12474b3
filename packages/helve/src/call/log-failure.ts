import type { Logger } from '../tool/logger.ts';
import type { CallFailure, CallFailureCode } from './call-failure.ts';
import type { LoggedCall } from './log-fields.ts';
import { logFields } from './log-fields.ts';

/**
 * Failures that somebody should look into: mistakes in a tool or in the application. What a model
 * did wrong it is told, and what the host wanted (a refusal, an abort) is no mistake.
 */
const LEVELS: Partial<Record<CallFailureCode, 'error' | 'warn'>> = {
  TOOL_FAILED: 'error',
  INVALID_OUTPUT: 'error',
  INVALID_SUSPEND_PAYLOAD: 'error',
  INVALID_REQUEST_CONTEXT: 'error',
  SCHEMA_CONVERSION_FAILED: 'error',
  TIMED_OUT: 'warn',
  OUTCOME_UNKNOWN: 'warn',
};

/** The third form of a failure, for the log: the only one that has the place where it happened. */
export function logFailure(call: LoggedCall, failure: CallFailure, logger: Logger): void {
  const { code, error } = failure;
  const level = LEVELS[code];
  if (level === undefined) return;
  logger[level](`A call of "${call.toolName}" failed.`, { ...logFields(call, error), code });
}
