import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestContext } from '../tool/request-context.ts';
import { parseGlob } from './glob.ts';
import type { FieldMatcher, FieldTest } from './policy-matcher.ts';
import { matchInput, matchRequestContext } from './policy-matcher.ts';

const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const ordered = fc.oneof(fc.string(), fc.integer());
const name = fc.constantFrom('a', 'b', '0', 'length', '__proto__', 'constructor', 'toString');

const fieldTest: fc.Arbitrary<FieldTest> = fc.oneof(
  fc.record({ operator: fc.constantFrom('eq', 'ne', 'contains'), operand: scalar }),
  fc.record({ operator: fc.constantFrom('gt', 'gte', 'lt', 'lte'), operand: ordered }),
  fc.record({ operator: fc.constantFrom('in', 'notIn'), operand: fc.array(scalar) }),
  fc.record({ operator: fc.constant('matches'), operand: fc.string().map(parseGlob) }),
  fc.record({ operator: fc.constant('exists'), operand: fc.boolean() }),
);

const fields: fc.Arbitrary<FieldMatcher[]> = fc.array(
  fc.record({
    path: fc.array(name, { maxLength: 4 }),
    tests: fc.array(fieldTest, { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 3 },
);

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  key: fc.oneof(name, fc.string()),
});

/** Makes a value whose every use throws what it is given. */
function hostile(thrown: unknown): unknown {
  const boom = (): never => {
    throw thrown;
  };
  return new Proxy([], { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom });
}

function cyclic(inner: unknown): unknown {
  const cycle: Record<string, unknown> = { a: inner };
  cycle['b'] = cycle;
  return cycle;
}

test('no input and no request context make a matcher throw', () => {
  const forms = fc.constantFrom((value: unknown) => value, hostile, cyclic);
  fc.assert(
    fc.property(fields, anything, forms, (matcher, inner, form) => {
      const value = form(inner);
      const result = matchInput(matcher, value);
      expect(typeof result === 'boolean' || 'unreadable' in result).toBe(true);
      const context = new RequestContext<Record<string, unknown>>([
        ['a', value],
        ['__proto__', value],
      ]);
      expect(() => matchRequestContext(matcher, context)).not.toThrow();
    }),
  );
});

test('what stands on a prototype never makes a condition hold, or keeps one from holding', () => {
  const inherited = { a: 1, b: 'x', 0: true, length: 1, toString: 'x', constructor: 1 };
  const own = fc.dictionary(name, scalar, { noNullPrototype: false, maxKeys: 3 });
  const likely: fc.Arbitrary<FieldTest> = fc.oneof(
    fieldTest,
    fc.record({ operator: fc.constant('exists'), operand: fc.boolean() }),
    fc.record({ operator: fc.constantFrom('eq', 'ne'), operand: fc.constantFrom(1, 'x', true) }),
  );
  fc.assert(
    fc.property(name, likely, own, (key, condition, value) => {
      const matcher = [{ path: [key], tests: [condition] }];
      const fieldsOf = Object.getOwnPropertyDescriptors(value);
      const bare: unknown = Object.create(null, fieldsOf);
      const heir: unknown = Object.create(inherited, fieldsOf);
      expect(matchInput(matcher, heir)).toEqual(matchInput(matcher, bare));
    }),
  );
});

test('matching leaves the value as it was', () => {
  fc.assert(
    fc.property(fields, fc.jsonValue(), (matcher, value) => {
      const before = JSON.stringify(value);
      matchInput(matcher, value);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

test('a condition and its opposite never both hold, and one of them does where types agree', () => {
  const opposites = [
    ['eq', 'ne'],
    ['gt', 'lte'],
    ['gte', 'lt'],
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...opposites),
      ordered,
      fc.oneof(ordered, anything),
      ([one, other], operand, value) => {
        const holds = (operator: (typeof opposites)[number][number]): unknown =>
          matchInput([{ path: [], tests: [{ operator, operand }] }], value);
        const both = [holds(one), holds(other)];
        if (typeof value === typeof operand && !Number.isNaN(value)) {
          expect(both.toSorted()).toEqual([false, true]);
        } else if (typeof value !== 'bigint' && !(value instanceof Date)) {
          expect(both).toEqual([false, false]);
        }
      },
    ),
  );
});
