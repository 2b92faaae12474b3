import { describe, expect, test } from 'vitest';
import type { PolicyEffect } from '../store/asked-by.ts';
import { RequestContext } from '../tool/request-context.ts';
import type { CheckedCall } from './call.ts';
import { checkPolicies } from './check-policy.ts';
import type { CheckedPolicy, CheckedRule } from './checked-policy.ts';
import { createTool } from './create-tool.ts';
import { parseGlob } from './glob.ts';

const { source: tool } = createTool({ id: 'refund', execute: async () => null });

function callWith(parsedInput: unknown, requestContext = new RequestContext()): CheckedCall {
  const named = { runId: 'r', toolCallId: 'c', toolName: 'refund' };
  return { ...named, tool, acceptedInput: null, parsedInput, requestContext };
}

function rule(effect: PolicyEffect, conditions: Partial<CheckedRule> = {}): CheckedRule {
  return {
    effect,
    tools: undefined,
    hints: [],
    input: [],
    requestContext: [],
    name: {},
    ...conditions,
  };
}

function policyOf(rules: readonly CheckedRule[], fallback: PolicyEffect = 'allow'): CheckedPolicy {
  return { layer: 'agent', rules, default: fallback, data: [] };
}

function check(call: CheckedCall, ...policies: readonly CheckedPolicy[]) {
  const logged: { message: string; details: unknown }[] = [];
  const log = (message: string, details?: unknown): unknown => logged.push({ message, details });
  const logger = { debug: log, info: log, warn: log, error: log };
  return { verdicts: checkPolicies(call, { policies, logger }), logged };
}

const unreadable = {
  get amount(): never {
    throw new Error('4711 cannot be read');
  },
};
const onAmount = {
  input: [{ path: ['amount'], tests: [{ operator: 'exists', operand: true } as const] }],
};

test('every policy says something of every call: a rule, or its default', () => {
  const { verdicts } = check(
    callWith({}),
    policyOf([rule('deny', { tools: [parseGlob('lookup*')] }), rule('ask', { name: { id: 'x' } })]),
    { ...policyOf([], 'deny'), layer: 'run' },
  );
  expect(verdicts).toEqual([
    { layer: 'agent', effect: 'ask', rule: 1, id: 'x' },
    { layer: 'run', effect: 'deny' },
  ]);
});

describe('a rule that cannot be evaluated', () => {
  test.each(['ask', 'deny'] as const)('counts as matching where it says %s', (effect) => {
    const name = { reason: 'large sums' };
    const rules = [rule(effect, { ...onAmount, name }), rule('allow')];
    const { verdicts } = check(callWith(unreadable), policyOf(rules));
    expect(verdicts).toEqual([{ layer: 'agent', effect, rule: 0, ...name, failed: true }]);
  });

  test('does not match where it allows, so the rules behind it are tried', () => {
    const rules = [rule('allow', onAmount), rule('deny')];
    expect(check(callWith(unreadable), policyOf(rules)).verdicts).toEqual([
      { layer: 'agent', effect: 'deny', rule: 1 },
    ]);
  });

  test('does not match where something else about it does not', () => {
    const elsewhere = { ...onAmount, tools: [parseGlob('lookup')] };
    const { verdicts, logged } = check(callWith(unreadable), policyOf([rule('deny', elsewhere)]));
    expect(verdicts).toEqual([{ layer: 'agent', effect: 'allow' }]);
    expect(logged).toEqual([]);
  });

  test('is reported in the log, with what went wrong', () => {
    const { logged } = check(callWith(unreadable), policyOf([rule('deny', onAmount)]));
    expect(logged).toMatchObject([
      {
        message:
          'Rule 0 of the agent\'s policy could not be evaluated for "refund". It counts as matching.',
        details: { toolCallId: 'c', error: new Error('4711 cannot be read') },
      },
    ]);
  });

  test('is reported without what might quote the input of a tool that hides it', () => {
    const hiding = { ...tool, transform: { display: { input: () => 'hidden' } } };
    const call = { ...callWith(unreadable), tool: hiding };
    const { logged } = check(call, policyOf([rule('deny', onAmount)]));
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('4711');
  });

  test('is one whose request context throws, too', () => {
    const hostile = new RequestContext();
    Object.defineProperty(hostile, 'getRaw', {
      value: () => {
        throw new Error('gone');
      },
    });
    const { input: requestContext } = onAmount;
    const { verdicts } = check(callWith({}, hostile), policyOf([rule('deny', { requestContext })]));
    expect(verdicts).toEqual([{ layer: 'agent', effect: 'deny', rule: 0, failed: true }]);
  });
});
