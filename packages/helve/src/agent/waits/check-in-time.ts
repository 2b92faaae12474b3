import type { CallRecord } from '../../store/records.ts';
import { CallNotWaitingError, WaitExpiredError } from '../agent-errors.ts';
import { now } from './clock.ts';

/**
 * A wait that has expired is answered by its expiry alone, and one that has not by anyone else.
 * `expiry` is when the wait expired that is answered so.
 *
 * @throws WaitExpiredError, or CallNotWaitingError for an expiry that is none, or none any more.
 */
export function checkInTime(
  { toolCallId, toolName, expiresAt }: CallRecord,
  expiry: number | undefined,
): void {
  const isOver = expiresAt !== undefined && expiresAt <= now();
  if (expiry === undefined) {
    if (isOver) throw new WaitExpiredError(toolCallId, toolName, timeText(expiresAt));
  } else if (!isOver || expiry !== expiresAt) {
    throw new CallNotWaitingError(
      `Call "${toolCallId}" of "${toolName}" does not wait for what expired at ${timeText(expiry)}.`,
    );
  }
}

/** A time as messages and decisions have it. */
export function timeText(time: number): string {
  return new Date(time).toISOString();
}
