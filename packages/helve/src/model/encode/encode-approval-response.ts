import type { ToolApprovalResponsePart } from '../../tool/message.ts';
import type { ProviderOptions } from '../../tool/model-output.ts';
import { providerOptionsOf } from './provider-options-of.ts';

/** The answer to a provider's approval request, as versions from v3 on are given it. */
export type EncodedApprovalResponse = {
  readonly type: 'tool-approval-response';
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly providerOptions?: ProviderOptions;
};

/** Writes the answer to a provider's approval request. */
export function encodeApprovalResponse(part: ToolApprovalResponsePart): EncodedApprovalResponse {
  return {
    type: 'tool-approval-response',
    approvalId: part.approvalId,
    approved: part.approved,
    ...(part.reason !== undefined && { reason: part.reason }),
    ...providerOptionsOf(part),
  };
}
