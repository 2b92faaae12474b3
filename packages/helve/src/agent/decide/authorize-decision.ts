import { ask } from '../../call/ask.ts';
import { copyJson } from '../../call/json-values.ts';
import type { CallRecord, DecisionRecord, RunRecord } from '../../store/records.ts';
import type { Logger } from '../../tool/logger.ts';
import { RequestContext } from '../../tool/request-context.ts';
import { NotAuthorizedError } from '../agent-errors.ts';
import type { Run } from '../run/run.ts';
import { presentWait } from '../waits/wait-number.ts';
import type { AuthorizeDecision, DecisionQuestion } from './decision-question.ts';

/** What an agent has of its own to say who may decide, and how long it may take. */
export interface Authorizer {
  readonly authorizeDecision: AuthorizeDecision | undefined;
  readonly decisionTimeoutMs: number;
  readonly logger: Logger;
}

/** A decision, and the request context that came along with it. */
export interface DecisionToAuthorize {
  readonly kind: DecisionRecord['kind'];
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly edited?: boolean;
  readonly requestContext?: RequestContext | undefined;
}

/**
 * Asks whether a decision may be made: the agent whose call it is, and those above it. Absent where
 * none of them has a say in it.
 *
 * @throws NotAuthorizedError (`DECISION_NOT_AUTHORIZED`) unless all of them say yes.
 */
export function checkAuthorized(
  run: Run,
  record: CallRecord,
  decision: DecisionToAuthorize,
): Promise<void> | undefined {
  const levels: Authorizer[] = [];
  for (let level: Run | undefined = run; level; level = level.parent?.run) {
    if (level.config.authorizeDecision) levels.push(level.config);
  }
  return levels.length === 0 ? undefined : askLevels(levels, run, record, decision);
}

async function askLevels(
  levels: readonly Authorizer[],
  run: Run,
  record: CallRecord,
  { kind, by, reason, edited, requestContext = new RequestContext() }: DecisionToAuthorize,
): Promise<void> {
  const decision = {
    kind,
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
    ...(edited ? { edited } : {}),
  };
  const question = { call: askedCall(run.record, record), decision, requestContext };
  if (await isAuthorized(levels, question)) return;
  throw new NotAuthorizedError(
    `Whoever decides may not ${VERBS[kind]} call "${record.toolCallId}" of "${record.toolName}". Nothing changed, and the call still waits.`,
  );
}

const VERBS: Readonly<Record<DecisionRecord['kind'], string>> = {
  approve: 'approve',
  decline: 'decline',
  resume: 'answer',
  result: 'give the result of',
};

/** Whether all of them say `true`; those that do not say are not asked. */
export async function isAuthorized(
  authorizers: readonly Authorizer[],
  question: DecisionQuestion,
): Promise<boolean> {
  for (const { authorizeDecision, decisionTimeoutMs, logger } of authorizers) {
    if (!authorizeDecision) continue;
    const answer = await ask(() => authorizeDecision(question), decisionTimeoutMs);
    if (answer.ok && answer.value === true) continue;
    const { runId, toolCallId, toolName } = question.call;
    if (!answer.ok) {
      const text = `authorizeDecision failed; what was asked about "${toolName}" was refused.`;
      logger.error(text, { runId, toolCallId, error: answer.error });
    }
    return false;
  }
  return true;
}

const KINDS: Readonly<Partial<Record<CallRecord['state'], DecisionQuestion['call']['kind']>>> = {
  suspended: 'suspension',
  client: 'client',
};

/** A waiting call as it is asked about. */
export function askedCall(
  { agentId, threadId, resourceId }: Pick<RunRecord, 'agentId' | 'threadId' | 'resourceId'>,
  record: CallRecord,
): DecisionQuestion['call'] {
  const { runId, toolCallId, toolName, state, acceptedInput, suspendPayload } = record;
  return {
    runId,
    toolCallId,
    toolName,
    agentId,
    ...(threadId === undefined ? {} : { threadId }),
    ...(resourceId === undefined ? {} : { resourceId }),
    kind: KINDS[state] ?? 'approval',
    waitNumber: presentWait(record),
    // Whoever is asked may change what it is given, and a record must stay as it is.
    input: acceptedInput === undefined ? undefined : copyJson(acceptedInput),
    ...(suspendPayload === undefined ? {} : { suspendPayload: copyJson(suspendPayload) }),
  };
}
