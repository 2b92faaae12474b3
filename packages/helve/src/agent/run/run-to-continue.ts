import type { RequestContext } from '../../tool/request-context.ts';

/** A run that goes on where no request is at hand. */
export interface RunToContinue {
  readonly runId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  /**
   * Its process died (`recovery`), a decision came without a request context, or a call of it has
   * waited for too long (`expiry`).
   */
  readonly reason: 'recovery' | 'decision' | 'expiry';
}

/** Makes the request context of a run anew, from what the host knows of its user now. */
export type RestoreRequestContext = (
  run: RunToContinue,
) => RequestContext | Promise<RequestContext>;
