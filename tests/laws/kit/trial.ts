import type { Chunk, RunResult } from 'helve/agent';
import type { CallRecord, DecisionRecord, MessageRecord, RunRecord, Transition } from 'helve/store';
import type { LogLine, ScriptedRequest } from 'helve/testing';
import type { Script } from './script.ts';

/** Something that happened in a trial, in the order in which it did. */
export type TrialEvent =
  | { readonly type: 'chunk'; readonly chunk: Chunk }
  | { readonly type: 'request'; readonly request: ScriptedRequest }
  | { readonly type: 'commit'; readonly transition: Transition }
  | Execution
  | { readonly type: 'returned late'; readonly n: number }
  | HookEvent
  | { readonly type: 'deciding'; readonly decision: Decision }
  | DecisionEvent
  | { readonly type: 'aborted' }
  /** Nothing goes on; so many timers run all the same. */
  | { readonly type: 'at rest'; readonly timers: number }
  /** The process died, and there is another one. */
  | { readonly type: 'started anew' }
  /** The next one has taken over what was cut off; `failed` is what it could not. */
  | { readonly type: 'recovered'; readonly failed: readonly unknown[] }
  /** A tool's schema was made a JSON Schema. */
  | { readonly type: 'converted'; readonly toolName: string; readonly part: string }
  | {
      readonly type: 'message';
      readonly forged: boolean;
      readonly accepted: boolean;
      readonly error?: unknown;
    };

/** A tool was run. */
export interface Execution {
  readonly type: 'execute';
  readonly toolName: string;
  /** The call's number, as its input has it. */
  readonly n: number;
  readonly runId: string;
  readonly toolCallId: string;
  readonly attempt: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly resumeData: unknown;
  readonly suspendPayload: unknown;
}

/** A hook was told. */
export interface HookEvent {
  readonly type: 'hook';
  readonly hook: 'onInputStart' | 'onInputDelta' | 'onInputAvailable' | 'onOutput';
  readonly toolName: string;
  readonly toolCallId: string;
  readonly told: unknown;
}

/** What a person decides on a call. */
export interface Decision {
  readonly kind: 'approve' | 'edit' | 'decline' | 'answer';
  readonly runId: string;
  readonly toolCallId: string;
  /** The wait it names, where it does. */
  readonly waitNumber: number | undefined;
  /** The edited input, or the answer. */
  readonly data: unknown;
}

/** What came of a decision. */
export interface DecisionEvent {
  readonly type: 'decision';
  readonly decision: Decision;
  readonly accepted: boolean;
  readonly error?: unknown;
}

/** All that could be observed of a script that was played to its end. */
export interface Trial {
  readonly script: Script;
  readonly events: readonly TrialEvent[];
  /** When each event was, in milliseconds; the clock moves only when nothing else can. */
  readonly times: readonly number[];
  /** What screens were shown. */
  readonly shown: readonly Chunk[];
  readonly requests: readonly ScriptedRequest[];
  readonly results: readonly RunResult[];
  /** What runs failed with. */
  readonly failures: readonly unknown[];
  readonly log: readonly LogLine[];
  readonly runs: readonly RunRecord[];
  readonly calls: readonly CallRecord[];
  readonly messages: readonly MessageRecord[];
  readonly decisions: readonly DecisionRecord[];
  /** The stored transcript of the thread, as a user may see it. */
  readonly transcript: readonly unknown[];
}

/** The raw chunks of a trial. */
export function chunksOf({ events }: Trial): readonly Chunk[] {
  return events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []));
}

/** The executions of a trial. */
export function executionsOf({ events }: Trial): readonly Execution[] {
  return events.flatMap((event) => (event.type === 'execute' ? [event] : []));
}
