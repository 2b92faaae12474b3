import type { PolicyEffect } from '../store/asked-by.ts';

/** A value that policies compare with. */
export type PolicyScalar = string | number | boolean | null;

/**
 * What must hold of one value: all that is given. Values of different types never compare, so that
 * an absent value satisfies nothing but `exists: false`. In parsed input a `bigint` counts as a
 * number, a `Date` as its ISO 8601 text and a `Set` as an array.
 */
export interface PolicyCondition {
  readonly eq?: PolicyScalar;
  /** Another value of the same type. */
  readonly ne?: Exclude<PolicyScalar, null>;
  /** Numbers by size, texts by code units, as ISO dates sort. */
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly lt?: number | string;
  readonly lte?: number | string;
  /** One of these. */
  readonly in?: readonly PolicyScalar[];
  /** Of the type of one of these, and none of them. */
  readonly notIn?: readonly PolicyScalar[];
  /** An array with this item, or a text with this part. */
  readonly contains?: PolicyScalar;
  /** A text of this form; `*` stands for any characters, also none, and everything else for itself. */
  readonly matches?: string;
  /** Whether there is a value at all; `null` is one. */
  readonly exists?: boolean;
}

/**
 * Conditions on fields, by their path; all must hold. A path's names are separated by dots and lead
 * through own properties; a number leads to an item of an array. In `input`, the empty path is the
 * input itself.
 *
 * @example
 * const matcher: PolicyMatcher = {
 *   amount: { gt: 100, lte: 500 },
 *   'customer.country': { in: ['DE', 'AT'] },
 *   'items.0.sku': { matches: 'BOOK-*' },
 * };
 */
export type PolicyMatcher = Readonly<Record<string, PolicyCondition>>;

/** The hints of a tool; one that the tool does not give counts as its cautious default. */
export interface PolicyHints {
  /** By default `false`. */
  readonly readOnlyHint?: boolean;
  /** By default `true`. */
  readonly destructiveHint?: boolean;
  /** By default `false`. */
  readonly idempotentHint?: boolean;
  /** By default `true`. */
  readonly openWorldHint?: boolean;
}

/**
 * One rule of a policy. It matches a call of which everything holds that the rule gives; one that
 * gives nothing but an effect matches every call.
 *
 * @example
 * const rule: PolicyRule = {
 *   effect: 'ask',
 *   tool: 'delete-*',
 *   annotations: { readOnlyHint: false },
 *   input: { path: { matches: '/srv/*' } },
 *   reason: 'it deletes on the server',
 * };
 */
export interface PolicyRule {
  /** `deny`: the call fails. `ask`: a person must approve it. `allow`: the policy has no objection. */
  readonly effect: PolicyEffect;
  /** The name the model uses for the tool, or several; `*` stands for any characters. */
  readonly tool?: string | readonly string[];
  readonly annotations?: PolicyHints;
  /** Matches the parsed input. */
  readonly input?: PolicyMatcher;
  /** Matches the values of the request context, as the host set them. */
  readonly requestContext?: PolicyMatcher;
  /** Told to the model where the rule denies, and to the person who is asked. */
  readonly reason?: string;
  /** Names the rule in records. */
  readonly id?: string;
}

/** A policy in full: its rules, and what holds for a call that no rule matches. */
export interface PolicyDocument {
  readonly rules: readonly PolicyRule[];
  /** Default `'allow'`. */
  readonly default?: PolicyEffect;
}

/**
 * Which calls are carried out, as plain data: the first rule that matches a call decides. Of the
 * agent's policy and the run's, the stricter one holds: `deny` before `ask` before `allow`. An
 * `allow` switches no other rule's approval off.
 *
 * @example
 * const policy: Policy = [
 *   { effect: 'deny', tool: 'refund', input: { amount: { gt: 1000 } }, reason: 'over the limit' },
 *   { effect: 'ask', tool: ['refund', 'delete-*'] },
 * ];
 */
export type Policy = readonly PolicyRule[] | PolicyDocument;
