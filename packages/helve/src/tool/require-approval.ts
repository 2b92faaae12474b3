import type { RequestContext, RequestContextValues } from './request-context.ts';
import type { ToolAnnotations } from './tool-annotations.ts';

/** What a predicate of `requireApproval` knows beside the input. */
export interface ApprovalContext<Values extends object = RequestContextValues> {
  /** As the tool's `requestContextSchema` parsed it. */
  readonly requestContext: RequestContext<Values>;
  readonly annotations: ToolAnnotations;
}

/**
 * Whether a call must be approved before it runs. A predicate sees the parsed input; one that
 * throws or hangs, or says anything but a plain `false`, means yes.
 *
 * @example
 * const requireApproval: RequireApproval<{ amount: number }> = ({ amount }) => amount > 100;
 */
export type RequireApproval<Input = unknown, Values extends object = RequestContextValues> =
  | boolean
  | ((input: Input, context: ApprovalContext<Values>) => boolean | Promise<boolean>);
