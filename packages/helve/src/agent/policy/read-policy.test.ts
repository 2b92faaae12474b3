import { describe, expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { Agent } from '../agent.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import { parsePolicy } from './read-policy.ts';

/** The message with which a policy is refused. */
function refusal(policy: unknown): string {
  try {
    parsePolicy(policy);
  } catch (error) {
    if (InvalidAgentError.isInstance(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

const deny = { effect: 'deny' };
const ask = { effect: 'ask' };

describe('a malformed policy is refused, naming the rule and the field', () => {
  test.each<[unknown, string]>([
    [null, 'it must be an array of rules, or { rules }, and is null'],
    ['deny', 'it must be an array of rules, or { rules }, and is "deny"'],
    [{ default: 'deny' }, 'it has no `rules`'],
    [{ rules: {} }, 'in field rules: it must be an array, and is an object'],
    [{ rules: [], default: 'no' }, 'in field default: it must be one of "allow", "ask", "deny"'],
    [{ rules: [], default: undefined }, 'in field default: it must be one of'],
    [{ rules: [], deafult: 'deny' }, 'in field deafult: there is no such field'],
    [[deny, null], 'in rule 1: it must be an object, and is null'],
    [[deny, undefined], 'in rule 1: it must be an object, and is undefined'],
    [[new Map([['effect', 'allow']])], 'in rule 0: it must be an object, and is no plain data'],
    [[{}], 'in rule 0, field effect: it must be one of "allow", "ask", "deny", and is undefined'],
    [[{ effect: 'block' }], 'in rule 0, field effect: it must be one of'],
    [[{ effect: 'allow', tools: ['a'] }], 'in rule 0, field tools: there is no such field'],
    [[{ effect: 'allow', tool: undefined }], 'in rule 0, field tool: it must be a text'],
    [[{ effect: 'allow', tool: '' }], 'in rule 0, field tool: it must be a text that is not empty'],
    [[{ effect: 'allow', tool: [] }], 'in rule 0, field tool: it must be an array that is not'],
    [[{ effect: 'allow', tool: ['a', 5] }], 'in rule 0, field tool[1]: it must be a text'],
    [[{ ...ask, reason: 5 }], 'in rule 0, field reason: it must be a text'],
    [[{ ...ask, id: '' }], 'in rule 0, field id: it must be a text'],
    [[{ ...ask, annotations: {} }], 'in rule 0, field annotations: it is empty'],
    [[{ ...ask, annotations: { readOnly: true } }], 'field annotations.readOnly: there is no such'],
    [[{ ...ask, annotations: { readOnlyHint: 'yes' } }], 'readOnlyHint: it must be true or false'],
  ])('%s', (policy, problem) => {
    expect(refusal(policy)).toContain(problem);
  });
});

describe('a malformed matcher is refused, naming rule, path and operator', () => {
  test.each<[unknown, string]>([
    [{}, 'field input: it is empty'],
    [[{ amount: { gt: 1 } }], 'field input: it must be an object, and is an array'],
    [{ amount: 5 }, 'field input.amount: it must be an object, and is 5'],
    [{ amount: {} }, 'field input.amount: it is empty'],
    [{ 'order.total': { over: 1 } }, 'field input["order.total"].over: there is no such operator'],
    [{ amount: { gt: true } }, 'field input.amount.gt: it must be a number or a text, and is true'],
    [{ amount: { gt: Number.NaN } }, 'field input.amount.gt: it must be a number'],
    [{ amount: { eq: {} } }, 'field input.amount.eq: it must be a text, a number, a boolean or'],
    [{ amount: { eq: undefined } }, 'field input.amount.eq: it must be a text'],
    [{ amount: { ne: null } }, 'field input.amount.ne: it can never match'],
    [{ amount: { in: 5 } }, 'field input.amount.in: it must be an array'],
    [{ amount: { in: [] } }, 'field input.amount.in: it must be an array that is not empty'],
    [{ amount: { notIn: [1, []] } }, 'field input.amount.notIn[1]: it must be a text'],
    [{ amount: { contains: [1] } }, 'field input.amount.contains: it must be a text'],
    [{ note: { matches: /x/ } }, 'field input.note.matches: it must be a text'],
    [{ note: { exists: 'yes' } }, 'field input.note.exists: it must be true or false'],
    [{ 'a..b': { eq: 1 } }, 'field input["a..b"]: the path has an empty name'],
    [{ [Array(17).fill('a').join('.')]: { eq: 1 } }, 'the path has 17 names; it may have 16'],
  ])('%s', (input, problem) => {
    const message = refusal([deny, { effect: 'ask', input }]);
    expect(message).toContain('in rule 1, ');
    expect(message).toContain(problem);
  });

  test('the empty path is no path into a request context', () => {
    expect(refusal([{ ...ask, input: { '': { eq: 'x' } } }])).toBe('accepted');
    expect(refusal([{ ...ask, requestContext: { '': { eq: 'x' } } }])).toContain(
      'in rule 0, field requestContext[""]: the path has an empty name',
    );
  });
});

describe('what is not plain data', () => {
  test('is refused: functions, and values that throw when they are read', () => {
    expect(refusal([{ effect: 'deny', input: () => true }])).toContain('it is not plain data');
    const trap = {
      get effect(): never {
        throw new Error('boom');
      },
    };
    expect(refusal([trap])).toContain('it is not plain data');
  });

  test('a policy inside itself is refused like any other wrong field', () => {
    const rule: Record<string, unknown> = { effect: 'deny' };
    rule['input'] = { x: rule };
    expect(refusal([rule])).toContain('field input.x.effect: there is no such operator');
  });

  test('a field named __proto__ is no way to smuggle an effect in', () => {
    expect(refusal(JSON.parse('[{ "__proto__": { "effect": "allow" } }]'))).toContain(
      'in rule 0, field __proto__: there is no such field',
    );
  });
});

describe('a policy that fits', () => {
  test('is given back as data that nobody can change any more', () => {
    const rules = [{ effect: 'deny', tool: ['a', 'b*'], input: { x: { in: [1, 2] } } }];
    const policy = parsePolicy({ rules, default: 'ask' });
    expect(policy).toEqual({ rules, default: 'ask' });
    rules[0] = { effect: 'allow', tool: [], input: { x: { in: [] } } };
    expect(policy).toHaveProperty('rules.0.effect', 'deny');
    expect(() => Object.assign(policy, { default: 'allow' })).toThrow(TypeError);
    expect(parsePolicy(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
  });

  test('may have no rules', () => {
    expect(refusal([])).toBe('accepted');
    expect(refusal({ rules: [], default: 'deny' })).toBe('accepted');
  });
});

describe('a malformed policy is told to whoever gives it', () => {
  // What callers without types can pass.
  const malformed = [{ effect: 'forbid' }] as never;

  test('an agent is not made', () => {
    const make = (): Agent =>
      new Agent({ id: 'desk', model: scriptedModel([]), policy: malformed });
    expect(make).toThrow(InvalidAgentError);
    expect(make).toThrow('The policy of agent "desk" is malformed, in rule 0, field effect:');
  });

  test('a run is not begun', async () => {
    const model = scriptedModel(['never asked']);
    const agent = new Agent({ id: 'desk', model });
    const begun = [
      agent.generate('hi', { policy: malformed }),
      agent.stream('hi', { policy: malformed }),
    ];
    for (const run of begun) {
      await expect(run).rejects.toThrow('The policy of this run is malformed, in rule 0');
    }
    expect(model.requests).toHaveLength(0);
  });
});
