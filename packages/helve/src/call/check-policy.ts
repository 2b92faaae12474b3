import type { PolicyVerdict } from '../store/asked-by.ts';
import type { ToolAnnotations } from '../tool/tool-annotations.ts';
import { trustedHints } from '../tool/trusted-hints.ts';
import type { CheckedCall } from './call.ts';
import type { CallRuntime } from './call-runtime.ts';
import type { CheckedPolicy, CheckedRule } from './checked-policy.ts';
import { matchesGlob } from './glob.ts';
import { logFields } from './log-fields.ts';
import type { PolicyHints } from './policy.ts';
import type { Match } from './policy-matcher.ts';
import { both, matchInput, matchRequestContext } from './policy-matcher.ts';

/** The part of stages 6 and 7 that is data: what each policy says of a call. Never throws. */
export function checkPolicies(
  call: CheckedCall,
  { policies, logger }: Pick<CallRuntime, 'policies' | 'logger'>,
): readonly PolicyVerdict[] {
  return policies.map((policy) => checkPolicy(call, policy, logger));
}

function checkPolicy(
  call: CheckedCall,
  policy: CheckedPolicy,
  logger: CallRuntime['logger'],
): PolicyVerdict {
  const { layer, rules } = policy;
  for (const [rule, { effect, name, ...conditions }] of rules.entries()) {
    const match = matchRule(conditions, call);
    if (match === false) continue;
    const verdict = { layer, effect, rule, ...name };
    if (match === true) return verdict;
    logger.error(
      `Rule ${rule} of the ${layer}'s policy could not be evaluated for "${call.toolName}". ` +
        `It ${effect === 'allow' ? 'does not match' : 'counts as matching'}.`,
      logFields(call, match.unreadable),
    );
    // In doubt, what is stricter holds.
    if (effect !== 'allow') return { ...verdict, failed: true };
  }
  return { layer, effect: policy.default };
}

function matchRule(
  { tools, hints, input, requestContext }: Omit<CheckedRule, 'effect' | 'name'>,
  call: CheckedCall,
): Match {
  if (tools && !tools.some((glob) => matchesGlob(glob, call.toolName))) return false;
  if (hints.length > 0) {
    const given = trustedHints(call.tool);
    if (hints.some(([hint, value]) => hintOf(given, hint) !== value)) return false;
  }
  return both(matchRequestContext(requestContext, call.requestContext), () =>
    matchInput(input, call.parsedInput),
  );
}

/** A hint of a tool; servers may send what is none. */
function hintOf(given: ToolAnnotations, hint: keyof PolicyHints): boolean {
  const value = given[hint];
  return typeof value === 'boolean' ? value : CAUTIOUS[hint];
}

/** What an absent hint counts as, by the Model Context Protocol. */
const CAUTIOUS: Required<PolicyHints> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
