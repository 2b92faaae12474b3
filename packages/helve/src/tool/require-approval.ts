import type { RequestContext } from './request-context.ts';
import type { ToolAnnotations } from './tool-annotations.ts';

/** What a predicate of `requireApproval` knows beside the input. */
export interface ApprovalContext {
  readonly requestContext: RequestContext;
  readonly annotations: ToolAnnotations;
}

/**
 * Whether a call must be approved before it runs. A predicate sees the parsed input; one that
 * throws or hangs means yes.
 */
export type RequireApproval<Input = unknown> =
  | boolean
  | ((input: Input, context: ApprovalContext) => boolean | Promise<boolean>);
