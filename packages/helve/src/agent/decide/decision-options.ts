import type { RunOptions } from '../agent-options.ts';

/** Names a waiting call. */
export interface CallReference {
  readonly runId: string;
  readonly toolCallId: string;
}

/** Who decided, and why; both go into the record, and the reason of a decline to the model. */
export interface DecisionDetails {
  readonly by?: string;
  readonly reason?: string;
}

/** What `approveToolCall()` takes. */
export interface ApproveOptions extends CallReference, DecisionDetails, RunOptions {
  /** Takes the accepted input's place, if it fits the schema. */
  readonly input?: unknown;
}

/** What `declineToolCall()` takes. */
export interface DeclineOptions extends CallReference, DecisionDetails, RunOptions {}

/** What `resumeStream()` takes beside the answer. */
export interface ResumeOptions extends RunOptions, Omit<DecisionDetails, 'reason'> {
  readonly runId: string;
  /** May be left out where just one call is suspended. */
  readonly toolCallId?: string;
}

/** What `addToolResult()` takes: what a client made of a call that was left to it. */
export type ClientResult = CallReference &
  RunOptions &
  ({ readonly result: unknown } | { readonly error: string });
