import type { JsonValue } from './json.ts';

/**
 * How long calls wait for people, and what then takes the place of their answer. A wait without an
 * entry waits for as long as it takes.
 *
 * @example
 * const waits: WaitOptions = {
 *   approval: { expiresAfterMs: 24 * 60 * 60 * 1000 },
 *   suspension: { expiresAfterMs: 60_000, answer: { resumeData: { choice: 'none' } } },
 * };
 */
export interface WaitOptions {
  /** For calls that wait to be approved. */
  readonly approval?: ApprovalExpiry;
  /** For calls that wait because their tool called `suspend()`. */
  readonly suspension?: SuspensionExpiry;
}

/** When an approval is not waited for any longer. */
export interface ApprovalExpiry {
  /** From the moment at which the call began to wait, in milliseconds. */
  readonly expiresAfterMs: number;
  /**
   * `'approve'` lets the call run unless somebody declines it in time. Default `'decline'`.
   */
  readonly answer?: 'decline' | 'approve';
}

/** When an answer is not waited for any longer. */
export interface SuspensionExpiry {
  /** From the moment at which the call began to wait, in milliseconds. */
  readonly expiresAfterMs: number;
  /**
   * `resumeData` is given to the tool like any other answer, and has to fit its `resumeSchema`.
   * Default `'decline'`.
   */
  readonly answer?: 'decline' | { readonly resumeData: JsonValue };
}

/** What becomes of a call whose wait expires. */
export type ExpiryAnswer = 'approve' | 'decline' | { readonly resumeData: JsonValue };
