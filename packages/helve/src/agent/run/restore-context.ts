import { ask } from '../../call/ask.ts';
import type { RunRecord } from '../../store/records.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { RequestContextMissingError } from '../agent-errors.ts';
import type { AgentOptions, RunOptions } from '../agent-options.ts';
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
export function withContext(
  parts: AgentParts,
  record: RunRecord,
  given: RunOptions,
  reason: RunToContinue['reason'],
): RunOptions | Promise<RunOptions> {
  const { id, restoreRequestContext } = parts.options;
  if (given.requestContext) return given;
  if (restoreRequestContext) return restored(parts, restoreRequestContext, record, given, reason);
  // What `beginRun` stored.
  const { hasContext } = record.settings as unknown as StoredSettings;
  // Who decides knows what comes along with it; a recovery or an expiry knows nothing of the run.
  if (reason === 'decision' || !hasContext) return given;
  throw new RequestContextMissingError(
    `Run "${record.runId}" was started with a request context, which is never stored. Set restoreRequestContext on agent "${id}", or pass one: recover({ runId, requestContext }).`,
  );
}

async function restored(
  { options, logger }: AgentParts,
  restoreRequestContext: NonNullable<AgentOptions['restoreRequestContext']>,
  record: RunRecord,
  given: RunOptions,
  reason: RunToContinue['reason'],
): Promise<RunOptions> {
  const { runId, threadId, resourceId } = record;
  const { decisionTimeoutMs = DEFAULTS.decisionTimeoutMs } = options;
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
