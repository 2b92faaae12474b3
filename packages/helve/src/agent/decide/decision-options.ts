import type { RunOptions } from '../agent-options.ts';

/** Names one wait of a call. */
interface WaitReference {
  /**
   * The wait that is decided on, as `waiting`, chunks and lists have it. If the call waits for
   * something else by now, the decision is refused (`ALREADY_DECIDED`), and the call waits on. Left
   * out, the decision is on whatever the call waits for.
   */
  readonly waitNumber?: number | undefined;
}

/** Names a waiting call, and which of its waits is meant. */
export interface CallReference extends WaitReference {
  readonly runId: string;
  readonly toolCallId: string;
}

/** The call that a decision is on; the one that waits, where only one does. */
export interface CallMeant extends WaitReference {
  readonly runId: string;
  readonly toolCallId?: string | undefined;
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
export interface ResumeOptions extends RunOptions, WaitReference, Omit<DecisionDetails, 'reason'> {
  readonly runId: string;
  /** May be left out where just one call is suspended. */
  readonly toolCallId?: string;
}

/** What `addToolResult()` takes: what a client made of a call that was left to it. */
export type ClientResult = CallReference &
  RunOptions &
  ({ readonly result: unknown } | { readonly error: string });
