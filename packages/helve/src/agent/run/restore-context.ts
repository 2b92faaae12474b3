import { ask } from '../../call/ask.ts';
import type { RunRecord } from '../../store/records.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { RequestContextMissingError } from '../agent-errors.ts';
import type { RunOptions } from '../agent-options.ts';
import type { AgentParts } from './resolve-config.ts';
import { DEFAULTS } from './resolve-config.ts';
import type { StoredSettings } from './run-config.ts';
import type { RunToContinue } from './run-to-continue.ts';

/**
 * The options that a stored run goes on with. A request context is never stored: where none came
 * along, the agent is asked for one.
 *
 * @throws RequestContextMissingError where the agent cannot give the one that the run needs.
 */
export async function withContext(
  { options, logger }: AgentParts,
  record: RunRecord,
  given: RunOptions,
  reason: RunToContinue['reason'],
): Promise<RunOptions> {
  if (given.requestContext) return given;
  const { runId, threadId, resourceId } = record;
  const { restoreRequestContext, decisionTimeoutMs = DEFAULTS.decisionTimeoutMs } = options;
  if (!restoreRequestContext) {
    // What `beginRun` stored.
    const { hasContext } = record.settings as unknown as StoredSettings;
    // Who decides knows what comes along with it; a recovery or an expiry knows nothing of the run.
    if (reason === 'decision' || !hasContext) return given;
    throw new RequestContextMissingError(
      `Run "${runId}" was started with a request context, which is never stored. Set restoreRequestContext on agent "${options.id}", or pass one: recover({ runId, requestContext }).`,
    );
  }
  const of = {
    runId,
    ...(threadId === undefined ? {} : { threadId }),
    ...(resourceId === undefined ? {} : { resourceId }),
    reason,
  };
  const answer = await ask(() => restoreRequestContext(of), decisionTimeoutMs, given.abortSignal);
  if (answer.ok && RequestContext.isInstance(answer.value)) {
    return { ...given, requestContext: answer.value };
  }
  const error = answer.ok ? new TypeError('it did not give a RequestContext') : answer.error;
  logger.error(`restoreRequestContext failed for run "${runId}".`, { runId, error });
  throw new RequestContextMissingError(
    `restoreRequestContext gave no request context for run "${runId}"; it is left as it is.`,
    error,
  );
}
