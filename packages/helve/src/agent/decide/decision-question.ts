import type { RequestContext } from '../../tool/request-context.ts';

/** A waiting call, and a decision on it, as `authorizeDecision` is asked about them. */
export interface DecisionQuestion {
  readonly call: {
    readonly runId: string;
    readonly toolCallId: string;
    readonly toolName: string;
    readonly agentId: string;
    readonly threadId?: string;
    /** Whose run it is: not necessarily who may decide. */
    readonly resourceId?: string;
    readonly kind: 'approval' | 'suspension' | 'client';
    /** Which wait of the call it is; the first has 1. */
    readonly waitNumber: number;
    /** The accepted input. */
    readonly input: unknown;
    /** What the tool suspended with, where it did. */
    readonly suspendPayload?: unknown;
  };
  /** `view`: may the call be listed? */
  readonly decision: {
    readonly kind: 'view' | 'approve' | 'decline' | 'resume' | 'result';
    readonly by?: string;
    readonly reason?: string;
    /** The input was changed on approval. */
    readonly edited?: boolean;
  };
  /** What came along with the decision; empty where nothing did. Never the run's own. */
  readonly requestContext: RequestContext;
}

/** Whether somebody may see a waiting call, or decide on it so. Only `true` lets them. */
export type AuthorizeDecision = (question: DecisionQuestion) => boolean | Promise<boolean>;
