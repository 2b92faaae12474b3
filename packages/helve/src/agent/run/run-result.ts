import type { Usage } from '../../model/model-part.ts';
import type { AskedBy } from '../../store/asked-by.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { ModelMessage } from '../../tool/message.ts';
import type { FinishReason } from '../stream/chunk.ts';

/** A call that a model made. */
export interface ToolCallEntry {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The accepted input; what the model wrote, where it was refused. */
  readonly args: unknown;
  readonly providerExecuted?: boolean;
}

/** How a call ended, raw: for the application. */
export type ToolResultEntry = ToolCallEntry &
  (
    | { readonly kind: 'result'; readonly result: unknown; readonly answeredBy?: 'guard' }
    | { readonly kind: 'error'; readonly error: unknown; readonly code: string }
    | { readonly kind: 'denied'; readonly reason: string; readonly by?: string }
  );

/** One model response and the calls it made. */
export interface StepResult {
  readonly stepNumber: number;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCallEntry[];
  /** In the order in which the calls ended; open calls are not there yet. */
  readonly toolResults: readonly ToolResultEntry[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly warnings: readonly string[];
}

/** A call that waits for somebody. */
export interface Waiting {
  /**
   * `approval`: may it run? `suspension`: the tool asks for more. `client`: the tool has no `execute`
   * here, so whoever runs the agent carries it out and gives its result. `provider-approval`: the
   * provider asks before it carries out a call itself; the answer is a `tool-approval-response` in the
   * next input.
   */
  readonly kind: 'approval' | 'suspension' | 'client' | 'provider-approval';
  /** The run that the call is of: where a sub-agent waits, the sub-agent's own. */
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /**
   * Which wait of the call it is; the first has 1. It stays the same as long as the call waits for
   * this, in every process. A decision that has it is for this wait alone. Absent where the provider
   * asks.
   */
  readonly waitNumber?: number;
  /** For a suspension what the tool gave `suspend()`, else the accepted input. */
  readonly payload: unknown;
  /** Who asked for the approval, so that a person sees why they are asked. */
  readonly askedBy?: readonly AskedBy[];
  /** When the wait expires, in milliseconds since 1970; absent where it does not. */
  readonly expiresAt?: number;
  /** JSON Schema of the answer, where there is one. */
  readonly schema: JsonObject | undefined;
  /** The provider's id of its question, where it is the provider that asks. */
  readonly approvalId?: string;
}

/** What a run came to, or came to so far where it waits. */
export interface RunResult<Answer = unknown> {
  readonly runId: string;
  /** The text of the last step. */
  readonly text: string;
  /** The object asked for with `output`; absent where none was, or while the run waits. */
  readonly object: Answer | undefined;
  readonly finishReason: FinishReason;
  readonly toolCalls: readonly ToolCallEntry[];
  readonly toolResults: readonly ToolResultEntry[];
  readonly steps: readonly StepResult[];
  /** Tokens of all steps of the run, also of those before it waited. */
  readonly usage: Usage;
  /** What this run added to the conversation: append it to yours before the next turn. */
  readonly messages: readonly ModelMessage[];
  readonly waiting: readonly Waiting[];
}

/** How a run, or its part up to a wait, ended. */
export type RunEnd =
  | { readonly ok: true; readonly finishReason: FinishReason }
  | { readonly ok: false; readonly error: unknown };
