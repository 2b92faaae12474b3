import type { PolicyEffect, PolicyVerdict } from '../store/asked-by.ts';
import type { Glob } from './glob.ts';
import type { Policy, PolicyHints } from './policy.ts';
import type { FieldMatcher } from './policy-matcher.ts';

/** A rule whose data was checked, ready to be tried. */
export interface CheckedRule {
  readonly effect: PolicyEffect;
  /** Absent: every tool. */
  readonly tools: readonly Glob[] | undefined;
  readonly hints: readonly (readonly [keyof PolicyHints, boolean])[];
  readonly input: readonly FieldMatcher[];
  readonly requestContext: readonly FieldMatcher[];
  /** What a verdict says of the rule. */
  readonly name: Pick<PolicyVerdict, 'id' | 'reason'>;
}

/** A policy whose data was checked. */
export interface CheckedPolicy {
  readonly layer: PolicyVerdict['layer'];
  readonly rules: readonly CheckedRule[];
  readonly default: PolicyEffect;
  /** The same as plain data that nobody can change any more. */
  readonly data: Policy;
}
