import type { DecisionDetails } from '../agent/decide/decision-options.ts';
import type { TranscriptPart } from '../agent/list/list-messages.ts';
import type { ToolResultEntry, Waiting } from '../agent/run/run-result.ts';
import type { Chunk } from '../agent/stream/chunk.ts';
import type { ToolResultOutput } from '../tool/model-output.ts';
import type { LogLine } from './recording-logger.ts';

/**
 * Where a call stands: it ended with a result, an error or a denial; or it waits for approval, for
 * an answer (`suspended`), or for its client (`client`: the tool has no `execute`).
 */
export type CallStatus = 'result' | 'error' | 'denied' | 'approval' | 'suspended' | 'client';

/** A call as a transcript shows it. */
export type TranscriptTool = Extract<TranscriptPart, { readonly type: 'tool' }>;

/** What an approval may say: who, why, and another input. */
export interface Approval extends DecisionDetails {
  /** Takes the accepted input's place, if it fits the schema. */
  readonly input?: unknown;
}

/** What came of a call so far, as each audience sees it. */
export interface CallOutcome<Output = unknown> {
  readonly status: CallStatus;
  /** What the application gets, where `status` is `result`. */
  readonly output: Output | undefined;
  /** What was thrown, or a `ValidationError`, where `status` is `error`. */
  readonly error: unknown;
  /** What kind of error: `INVALID_INPUT`, `TOOL_FAILED`, `TIMED_OUT` … */
  readonly code: string | undefined;
  /** Why it was denied. */
  readonly reason: string | undefined;
  /** What is waited for: the payload, and the schema of the answer. */
  readonly waiting: Waiting | undefined;
  /** What the model is given in its next prompt; while the call waits, what it would be given. */
  readonly modelOutput: ToolResultOutput | undefined;
  /** What screens are shown of the call, from its beginning. */
  readonly display: readonly Chunk[];
  /** What the stored transcript shows of the call. */
  readonly transcript: TranscriptTool | undefined;
  /** The chunks of the call as the application gets them, raw, from its beginning. */
  readonly chunks: readonly Chunk[];
  /** What was logged. */
  readonly logs: readonly LogLine[];
  /** Approves, and tells what came of it. @throws as `agent.approveToolCall` does. */
  approve(details?: Approval): Promise<CallOutcome<Output>>;
  /** Declines, and tells what came of it. @throws as `agent.declineToolCall` does. */
  decline(details?: DecisionDetails): Promise<CallOutcome<Output>>;
  /** Answers a suspension. @throws as `agent.resumeStream` does; the call then waits on. */
  resume(data: unknown): Promise<CallOutcome<Output>>;
  /** Gives the result of a call that was left to its client. @throws as `agent.addToolResult` does. */
  addResult(result: unknown): Promise<CallOutcome<Output>>;
}

/** How a call stands or ended, of what its run came to. */
export function standingOf<Output>(
  ended: ToolResultEntry | undefined,
  waiting: Waiting | undefined,
): Pick<CallOutcome<Output>, 'status' | 'output' | 'error' | 'code' | 'reason'> {
  const nothing = { output: undefined, error: undefined, code: undefined, reason: undefined };
  if (ended?.kind === 'result') {
    // the tool's own schema, or its return type, vouches for what it gave
    return { ...nothing, status: 'result', output: ended.result as Output };
  }
  if (ended?.kind === 'error') {
    return { ...nothing, status: 'error', error: ended.error, code: ended.code };
  }
  if (ended?.kind === 'denied') return { ...nothing, status: 'denied', reason: ended.reason };
  return { ...nothing, status: waiting?.kind === 'suspension' ? 'suspended' : statusOf(waiting) };
}

function statusOf(waiting: Waiting | undefined): 'approval' | 'client' {
  return waiting?.kind === 'client' ? 'client' : 'approval';
}
