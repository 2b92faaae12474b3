import type { CheckedPolicy, CheckedRule } from '../../call/checked-policy.ts';
import { parseGlob } from '../../call/glob.ts';
import type { Policy, PolicyHints } from '../../call/policy.ts';
import { deepFreeze } from '../../schema/deep-freeze.ts';
import type { PolicyEffect } from '../../store/asked-by.ts';
import { isPlainObject, PolicyPlace } from './policy-place.ts';
import { readMatcher } from './read-matcher.ts';

const EFFECTS: readonly PolicyEffect[] = ['allow', 'ask', 'deny'];

/**
 * Checks a policy and makes it ready. What it is given may come from anywhere and change later, so
 * a copy is what counts.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming the rule and the field.
 */
export function readPolicy(
  value: unknown,
  layer: CheckedPolicy['layer'],
  whose: string,
): CheckedPolicy {
  const place = new PolicyPlace(whose);
  const copy = copyOf(value, place);
  const { rules, fallback } = readDocument(Array.isArray(copy) ? { rules: copy } : copy, place);
  return {
    layer,
    rules: rules.map((rule, index) => readRule(rule, place.rule(index))),
    default: fallback ?? 'allow',
    // It was read through to the end, so it is a policy.
    data: deepFreeze(copy as Policy),
  };
}

/**
 * Checks a policy that comes from outside the program, such as a file or a database.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming the rule and the field.
 *
 * @example
 * const policy = parsePolicy(JSON.parse(await file.text()));
 * await agent.generate(question, { policy });
 */
export function parsePolicy(value: unknown): Policy {
  return readPolicy(value, 'run', 'your making').data;
}

function copyOf(value: unknown, place: PolicyPlace): unknown {
  try {
    return structuredClone(value);
  } catch {
    return place.fail('it is not plain data, which is what policies are made of');
  }
}

function readDocument(
  value: unknown,
  place: PolicyPlace,
): { readonly rules: readonly unknown[]; readonly fallback: PolicyEffect | undefined } {
  if (!isPlainObject(value)) return place.expected('an array of rules, or { rules }', value);
  let rules: readonly unknown[] | undefined;
  let fallback: PolicyEffect | undefined;
  for (const [name, field] of Object.entries(value)) {
    const at = place.at(name);
    if (name === 'rules') rules = at.array(field);
    else if (name === 'default') fallback = at.oneOf(field, EFFECTS);
    else at.fail('there is no such field; there are rules and default');
  }
  return { rules: rules ?? place.fail('it has no `rules`'), fallback };
}

function readRule(value: unknown, place: PolicyPlace): CheckedRule {
  let effect: PolicyEffect | undefined;
  let tools: CheckedRule['tools'];
  let hints: CheckedRule['hints'] = [];
  let input: CheckedRule['input'] = [];
  let requestContext: CheckedRule['requestContext'] = [];
  const name: { id?: string; reason?: string } = {};
  for (const [key, field] of place.fields(value)) {
    const at = place.at(key);
    switch (key) {
      case 'effect':
        effect = at.oneOf(field, EFFECTS);
        break;
      case 'tool':
        tools = readTools(field, at).map(parseGlob);
        break;
      case 'annotations':
        hints = readHints(field, at);
        break;
      case 'input':
        input = readMatcher(field, at, 'input');
        break;
      case 'requestContext':
        requestContext = readMatcher(field, at, 'requestContext');
        break;
      case 'id':
      case 'reason':
        name[key] = at.text(field);
        break;
      default:
        // A condition that nobody reads would make its rule match too much.
        at.fail(
          'there is no such field; there are effect, tool, annotations, input, requestContext, reason and id',
        );
    }
  }
  effect ??= place.at('effect').oneOf(undefined, EFFECTS);
  return { effect, tools, hints, input, requestContext, name };
}

function readTools(value: unknown, place: PolicyPlace): readonly string[] {
  if (!Array.isArray(value)) return [place.text(value)];
  return place.items(value).map((item, index) => place.at(index).text(item));
}

const HINTS: readonly (keyof PolicyHints)[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
];

function readHints(value: unknown, place: PolicyPlace): CheckedRule['hints'] {
  return place.entries(value, 'hints, such as { readOnlyHint: false }').map(([name, hint]) => {
    const at = place.at(name);
    const known = HINTS.find((each) => each === name);
    if (known === undefined) return at.fail(`there is no such hint; there are ${HINTS.join(', ')}`);
    return [known, at.boolean(hint)];
  });
}
