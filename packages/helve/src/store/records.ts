import type { JsonObject, JsonValue } from '../tool/json.ts';
import type { ModelMessage } from '../tool/message.ts';
import type { ProviderOptions, ToolResultOutput } from '../tool/model-output.ts';
import type { ExpiryAnswer } from '../tool/wait-options.ts';
import type { AskedBy, PolicyVerdict } from './asked-by.ts';

/** Where a run stands. */
export type RunState = 'running' | 'waiting' | 'finished' | 'failed' | 'aborted';

/** One execution of an agent, as it is kept. */
export interface RunRecord {
  readonly runId: string;
  readonly agentId: string;
  /** Grows by one with every change; a writer names the one it has seen. */
  readonly version: number;
  readonly state: RunState;
  readonly threadId?: string;
  readonly resourceId?: string;
  /** The call of another run that this one carries out, where it is a sub-agent's. */
  readonly parent?: ParentCall;
  /** Steps that have ended or are under way. */
  readonly stepCount: number;
  /** What the run was started with and needs again when it goes on. */
  readonly settings: JsonObject;
  /** The tools of the last step, where it had others than the run. */
  readonly stepTools?: readonly string[] | undefined;
  /** Tools that were put off and that a search has found. */
  readonly discoveredTools?: readonly string[];
  /** How often the run was taken over from a process that died, since it last got on. */
  readonly recoveries?: number;
  /** Present where the run's stream is stored. */
  readonly chunkLog?: ChunkLogState;
  /** Tokens used so far. */
  readonly usage: Readonly<Record<string, number>>;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How far the stored stream of a run has come. */
export interface ChunkLogState {
  /** How many chunks there were at least; exactly, where the run waits or has ended. */
  readonly length: number;
  /** Chunks could not be written: what is behind the last one is missing. */
  readonly isIncomplete?: true;
}

/** Names the call that a sub-agent's run carries out. */
export interface ParentCall {
  readonly agentId: string;
  readonly runId: string;
  readonly toolCallId: string;
}

/**
 * Where a call stands. From `approval` it goes to `executing` or `settled`; from `executing` to
 * `suspended`, `delegated` or `settled`; from `suspended` and from `delegated` to `executing` or
 * `settled`; from `client` to `settled`; from `settled` nowhere.
 *
 * A `delegated` call is one of a sub-agent whose run waits. Nobody decides on the call itself: it
 * goes on with that run.
 */
export type CallState = 'approval' | 'executing' | 'suspended' | 'delegated' | 'client' | 'settled';

/** What was decided on a waiting call, by whom, when and why. */
export interface DecisionRecord {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** Which wait of the call it was on. Absent in records of earlier versions. */
  readonly waitNumber?: number;
  readonly kind: 'approve' | 'decline' | 'resume' | 'result';
  /**
   * The SHA-256 of tool name, accepted and parsed input: what the decision binds to. Absent where
   * nothing was approved.
   */
  readonly digest?: string;
  /** What the person was shown: the projection, never the raw payload. */
  readonly shown?: JsonValue;
  /** Who asked for the approval that was given or refused. */
  readonly askedBy?: readonly AskedBy[];
  /** What the policies said of the call as it was decided upon, where there are any. */
  readonly policy?: readonly PolicyVerdict[];
  /** The input was changed on approval. */
  readonly edited?: boolean;
  /** Nobody decided in time: it is what the developer chose for that case. */
  readonly expired?: true;
  readonly by?: string;
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A call as stored transcripts show it: projections only. */
export interface TranscriptCall {
  readonly state: CallState | 'result' | 'error' | 'denied';
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly error?: JsonValue;
  readonly suspendPayload?: JsonValue;
  readonly resumeData?: JsonValue;
  readonly approval?: {
    readonly approved: boolean;
    readonly by?: string;
    readonly reason?: string;
  };
}

/**
 * One use of a tool, as it is kept. Raw payloads are there only while the call is open; a record that
 * says nothing beyond the messages goes when they have the result of the call.
 */
export interface CallRecord {
  readonly runId: string;
  readonly toolCallId: string;
  readonly providerToolCallId?: string;
  readonly toolName: string;
  /** What the provider said of the call; it wants to see it again, on the result too. */
  readonly providerOptions?: ProviderOptions;
  readonly version: number;
  /** The step that made the call, and its place among the calls of that step. */
  readonly step: number;
  readonly index: number;
  readonly state: CallState;
  /** How often `execute` was begun. */
  readonly attempts: number;
  readonly acceptedInput?: JsonValue;
  /**
   * The normalised parsed input, where it is not the accepted one. Only of calls that wait: whoever
   * lets the call go on must find the same.
   */
  readonly parsedInput?: JsonValue;
  /** The SHA-256 of tool name, accepted and parsed input. Only of calls that wait. */
  readonly digest?: string;
  /** What the policies said of the call, where there are any. */
  readonly policy?: readonly PolicyVerdict[];
  /** Who asked for an approval of the call. */
  readonly askedBy?: readonly AskedBy[];
  readonly suspendPayload?: JsonValue;
  readonly resumeData?: JsonValue;
  /**
   * How often the call has begun to wait: so the number of the wait it is in, where it is in one. Its
   * first has 1. Absent where it never waited, and in records of earlier versions.
   */
  readonly waitNumber?: number;
  /** When the wait expires, in milliseconds since 1970. Only of calls that wait. */
  readonly expiresAt?: number;
  /** What becomes of the call then. */
  readonly expiryAnswer?: ExpiryAnswer;
  /** The decision that let the call go on, or ended it. */
  readonly decision?: DecisionRecord;
  /** What the model is given, from when the call has settled until the messages have it. */
  readonly result?: ToolResultOutput;
  readonly transcript: TranscriptCall;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One message of a run's model history. */
export interface MessageRecord {
  readonly runId: string;
  /** The thread that the run belongs to. */
  readonly threadId?: string;
  /** From 0, without gaps. */
  readonly position: number;
  readonly message: ModelMessage;
}
