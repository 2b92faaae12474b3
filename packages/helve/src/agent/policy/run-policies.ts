import type { CheckedCall } from '../../call/call.ts';
import type { CallRuntime } from '../../call/call-runtime.ts';
import { checkPolicies } from '../../call/check-policy.ts';
import type { CheckedPolicy } from '../../call/checked-policy.ts';
import { isSameJson } from '../../call/json-values.ts';
import { normalize } from '../../call/normalize.ts';
import type { Policy } from '../../call/policy.ts';
import { denialText } from '../../call/policy-denied-error.ts';
import type { PolicyVerdict } from '../../store/asked-by.ts';
import { InvalidDecisionError } from '../agent-errors.ts';
import { readPolicy } from './read-policy.ts';

/** What of a run's options or its stored settings is a policy. */
interface HasPolicy {
  readonly policy?: Policy | undefined;
}

/**
 * The policies of a run: the agent's, the one the run was started with, and the one that goes along
 * now. None takes another's place.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming the rule and the field.
 */
export function runPolicies(
  agent: CheckedPolicy | undefined,
  own: HasPolicy,
  given: HasPolicy,
): CheckedPolicy[] {
  const policies = agent ? [agent] : [];
  addPolicy(policies, own.policy);
  addPolicy(policies, given.policy);
  return policies;
}

/**
 * Adds the policy that goes along with a decision to those of a run that is live, for the calls from
 * now on. Gives the way to take it back.
 */
export function addPolicy(policies: CheckedPolicy[], policy: Policy | undefined): () => void {
  if (policy === undefined) return () => undefined;
  const added = readRunPolicy(policy);
  if (policies.some((known) => known.layer === 'run' && sameData(known, added))) {
    return () => undefined;
  }
  policies.push(added);
  return () => {
    policies.splice(policies.indexOf(added), 1);
  };
}

/** Checks the policy of a run. */
export function readRunPolicy(policy: Policy): CheckedPolicy {
  return readPolicy(policy, 'run', 'this run');
}

function sameData(one: CheckedPolicy, other: CheckedPolicy): boolean {
  return isSameJson(normalize(one.data), normalize(other.data));
}

/**
 * What the policies say of a call that waited and is to go on, which may have another input now.
 * Somebody decided on it, so they ask no more; but nobody's consent lets through what they deny.
 *
 * @throws InvalidDecisionError where a policy denies the call. It then still waits.
 */
export function recheckPolicies(
  call: CheckedCall,
  runtime: CallRuntime,
): readonly PolicyVerdict[] | undefined {
  const verdicts = checkPolicies(call, runtime);
  const denial = denialText(call.toolName, verdicts);
  if (denial === undefined) return verdicts.length > 0 ? verdicts : undefined;
  throw new InvalidDecisionError(
    `${denial} The call still waits: decline it, or decide again with an input, a request context or a policy that lets it through.`,
  );
}
