import type { RequestContext } from '../tool/request-context.ts';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';

/** What a guard decides on. */
export interface GuardedCall {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  /** The parsed input. */
  readonly input: unknown;
  readonly annotations: ToolAnnotations;
  readonly requestContext: RequestContext;
}

/**
 * A guard's word: go on (nothing, or `proceed: true`), refuse with a reason the model is told, or
 * answer in the tool's place.
 */
export type GuardVerdict =
  | undefined
  | { readonly proceed: true }
  | { readonly proceed: false; readonly reason?: string }
  | { readonly proceed: false; readonly output: unknown };

/**
 * Decides, before the gate, whether a call may go on. One that throws, hangs or answers with
 * anything else refuses the call.
 *
 * @example
 * const guard: Guard = ({ toolName, requestContext }) =>
 *   toolName === 'refund' && requestContext.get('role') !== 'clerk'
 *     ? { proceed: false, reason: 'only clerks may refund' }
 *     : undefined;
 */
export type Guard = (call: GuardedCall) => GuardVerdict | void | Promise<GuardVerdict | void>;
