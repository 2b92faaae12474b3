import { expectTypeOf, test } from 'vitest';
import type { Policy, PolicyRule } from '../../call/policy.ts';
import type { AskedBy } from '../../store/asked-by.ts';
import type { DecisionRecord } from '../../store/records.ts';
import type { AgentOptions, GenerateOptions } from '../agent-options.ts';
import type {
  ApproveOptions,
  ClientResult,
  DeclineOptions,
  ResumeOptions,
} from '../decide/decision-options.ts';
import type { Waiting } from '../run/run-result.ts';
import { parsePolicy } from './read-policy.ts';

test('a policy is a list of rules, or a list with a default, and may be constant', () => {
  const rules = [
    { effect: 'deny', tool: ['a', 'b*'], input: { 'x.0': { in: ['DE', 1, true, null] } } },
    { effect: 'ask', annotations: { readOnlyHint: false }, requestContext: { r: { ne: 'x' } } },
  ] as const;
  expectTypeOf(rules).toExtend<Policy>();
  expectTypeOf<{ rules: typeof rules; default: 'deny' }>().toExtend<Policy>();
  expectTypeOf<{ default: 'deny' }>().not.toExtend<Policy>();
  expectTypeOf<[]>().toExtend<Policy>();
});

test('a rule with a mistake does not compile', () => {
  expectTypeOf<{ tool: 'a' }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'block' }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'deny'; tool: number }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'deny'; input: { x: 5 } }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'deny'; input: { x: { gt: boolean } } }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'deny'; input: { x: { ne: null } } }>().not.toExtend<PolicyRule>();
  expectTypeOf<{ effect: 'deny'; input: { x: { matches: RegExp } } }>().not.toExtend<PolicyRule>();
  // @ts-expect-error there is no such field
  const misspelt: PolicyRule = { effect: 'deny', tools: ['a'] };
  // @ts-expect-error there is no such operator
  const unknown: PolicyRule = { effect: 'deny', input: { x: { over: 5 } } };
  // @ts-expect-error there is no such hint
  const hint: PolicyRule = { effect: 'deny', annotations: { readOnly: true } };
  // @ts-expect-error what is not wanted is left out
  const absent: PolicyRule = { effect: 'deny', tool: undefined };
  expectTypeOf([misspelt, unknown, hint, absent]).toExtend<Policy>();
});

test('agents, runs and decisions take a policy', () => {
  expectTypeOf<AgentOptions['policy']>().toEqualTypeOf<Policy | undefined>();
  expectTypeOf<GenerateOptions['policy']>().toEqualTypeOf<Policy | undefined>();
  expectTypeOf<ApproveOptions['policy']>().toEqualTypeOf<Policy | undefined>();
  expectTypeOf<DeclineOptions['policy']>().toEqualTypeOf<Policy | undefined>();
  expectTypeOf<ResumeOptions['policy']>().toEqualTypeOf<Policy | undefined>();
  expectTypeOf<ClientResult['policy']>().toEqualTypeOf<Policy | undefined>();
});

test('data from outside becomes a policy by being parsed', () => {
  expectTypeOf<{ effect: string }[]>().not.toExtend<Policy>();
  expectTypeOf(parsePolicy).parameter(0).toEqualTypeOf<unknown>();
  expectTypeOf(parsePolicy).returns.toEqualTypeOf<Policy>();
});

test('who asked is told by its source', () => {
  expectTypeOf<Waiting['askedBy']>().toEqualTypeOf<readonly AskedBy[] | undefined>();
  expectTypeOf<DecisionRecord['askedBy']>().toEqualTypeOf<readonly AskedBy[] | undefined>();
  type OfPolicy = Extract<AskedBy, { source: 'policy' }>;
  expectTypeOf<OfPolicy['layer']>().toEqualTypeOf<'agent' | 'run'>();
  expectTypeOf<OfPolicy['rule']>().toEqualTypeOf<number | undefined>();
  type OfRule = Exclude<AskedBy, OfPolicy>;
  expectTypeOf<OfRule['source']>().toEqualTypeOf<
    'tool' | 'toolset' | 'agent' | 'run' | 'provider'
  >();
});
