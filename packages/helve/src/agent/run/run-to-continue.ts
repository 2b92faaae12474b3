import type { RequestContext } from '../../tool/request-context.ts';

/** A run that goes on where no request is at hand. */
export interface RunToContinue {
  readonly runId: string;
  readonly threadId?: string;
  readonly resourceId?: string;
  /** Its process died (`recovery`), or a decision came without a request context. */
  readonly reason: 'recovery' | 'decision';
}

/** Makes the request context of a run anew, from what the host knows of its user now. */
export type RestoreRequestContext = (
  run: RunToContinue,
) => RequestContext | Promise<RequestContext>;
