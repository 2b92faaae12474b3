import type { JsonValue } from './json.ts';

/**
 * What is known of a background task when it ends.
 *
 * @example
 * const onFailed = ({ toolName, error, retryCount }: BackgroundTaskInfo) =>
 *   alert(`${toolName} failed after ${retryCount} retries: ${error?.message}`);
 */
export interface BackgroundTaskInfo {
  readonly id: string;
  readonly status:
    | 'pending'
    | 'running'
    | 'suspended'
    | 'completed'
    | 'failed'
    | 'cancelled'
    | 'timed_out';
  readonly toolName: string;
  readonly toolCallId: string;
  readonly args: JsonValue;
  readonly agentId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly runId: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly createdAt: Date;
  readonly startedAt?: Date;
  readonly suspendedAt?: Date;
  readonly completedAt?: Date;
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly timeoutMs: number;
  readonly suspendPayload?: unknown;
}

/**
 * How a tool runs in the background while the conversation goes on.
 *
 * Background work is not there yet: a tool with this configuration runs in the foreground for now.
 *
 * @example
 * const background: ToolBackgroundConfig = { enabled: true, timeoutMs: 600_000, maxRetries: 2 };
 */
export interface ToolBackgroundConfig {
  /** Whether the tool may run in the background. Default `false`. */
  readonly enabled?: boolean;
  /** Where a call runs when nobody chose. Default `'deferred'`. */
  readonly defaultDisposition?: 'deferred' | 'foreground';
  /** Lets the model choose the disposition per call. Default `false`. */
  readonly allowModelOverride?: boolean;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** How often a failed attempt is repeated. */
  readonly maxRetries?: number;
  /** How long a run waits for the task before it goes on without it, in milliseconds. */
  readonly waitTimeoutMs?: number;
  readonly onComplete?: (task: BackgroundTaskInfo) => unknown;
  readonly onFailed?: (task: BackgroundTaskInfo) => unknown;
}
