import { describe, expect, test } from 'vitest';
import { RequestContext } from '../tool/request-context.ts';
import { parseGlob } from './glob.ts';
import type { FieldTest, Match } from './policy-matcher.ts';
import { both, matchInput, matchRequestContext } from './policy-matcher.ts';

function on(path: string, ...tests: readonly FieldTest[]) {
  return { path: path === '' ? [] : path.split('.'), tests };
}

function field(value: unknown, ...tests: readonly FieldTest[]): Match {
  return matchInput([on('x', ...tests)], { x: value });
}

const exists: FieldTest = { operator: 'exists', operand: true };

describe('comparisons', () => {
  test.each<[FieldTest['operator'], unknown, unknown, boolean]>([
    ['eq', 5, 5, true],
    ['eq', 5, '5', false],
    ['eq', null, null, true],
    ['eq', false, false, true],
    ['eq', false, 0, false],
    ['eq', 0, -0, true],
    ['eq', 5, 5n, true],
    ['ne', 'de', 'at', true],
    ['ne', 'de', 'de', false],
    ['ne', 'de', 5, false],
    ['ne', 'de', null, false],
    ['ne', 'de', undefined, false],
    ['ne', 5, Number.NaN, false],
    ['gt', 100, 100, false],
    ['gt', 100, 101, true],
    ['gt', 100, '101', false],
    ['gt', 100, 2n ** 70n, true],
    ['gt', 100, Number.POSITIVE_INFINITY, true],
    ['gt', 'b', 'c', true],
    ['gt', 100, [101], false],
    ['gte', 100, 100, true],
    ['gte', 100, 99, false],
    ['lt', 100, 99, true],
    ['lt', 100, null, false],
    ['lt', '2026-02-01', '2026-01-31', true],
    ['lte', 100, 100, true],
    ['lte', 100, 101, false],
    ['lte', 100, undefined, false],
  ])('%s %s of %s is %s', (operator, operand, value, expected) => {
    // The table pairs operators with operands of theirs.
    expect(field(value, { operator, operand } as FieldTest)).toBe(expected);
  });

  test('a date is compared as its ISO text, and one that is none never matches', () => {
    const after: FieldTest = { operator: 'gt', operand: '2026-01-01' };
    expect(field(new Date('2026-06-01'), after)).toBe(true);
    expect(field(new Date('2025-06-01'), after)).toBe(false);
    expect(field(new Date('nonsense'), after)).toBe(false);
    expect(field(new Date('nonsense'), { operator: 'ne', operand: '2026' })).toBe(false);
  });
});

describe('lists, parts and forms', () => {
  const oneOf: FieldTest = { operator: 'in', operand: ['DE', 'AT', 1, null] };
  const noneOf: FieldTest = { operator: 'notIn', operand: ['DE', 'AT'] };

  test('in: the value is one of them, of the same type', () => {
    expect(['DE', 1, null].map((value) => field(value, oneOf))).toEqual([true, true, true]);
    expect(['FR', '1', undefined].map((value) => field(value, oneOf))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('notIn: the value is none of them, and of a type it can be compared with', () => {
    expect(field('FR', noneOf)).toBe(true);
    expect(field('DE', noneOf)).toBe(false);
    expect(field(5, noneOf)).toBe(false);
    expect(field(undefined, noneOf)).toBe(false);
    expect(field(['FR'], noneOf)).toBe(false);
  });

  test('contains: an item of an array or a set, or a part of a text', () => {
    const x: FieldTest = { operator: 'contains', operand: 'x' };
    expect(field(['y', 'x'], x)).toBe(true);
    expect(field(new Set(['x']), x)).toBe(true);
    expect(field('text', x)).toBe(true);
    expect(field(['xx', ['x']], x)).toBe(false);
    expect(field({ x: 'x' }, x)).toBe(false);
    expect(field('15', { operator: 'contains', operand: 5 })).toBe(false);
  });

  test('matches: a text of that form and nothing else', () => {
    const form: FieldTest = { operator: 'matches', operand: parseGlob('1*') };
    expect(field('100', form)).toBe(true);
    expect(field(100, form)).toBe(false);
    expect(field(['100'], form)).toBe(false);
  });

  test('exists: null is a value, undefined is none', () => {
    expect(field(null, exists)).toBe(true);
    expect(field(undefined, exists)).toBe(false);
    expect(field(undefined, { operator: 'exists', operand: false })).toBe(true);
    expect(field(0, { operator: 'exists', operand: false })).toBe(false);
  });

  test('all conditions on a field, and all fields, must hold', () => {
    const above: FieldTest = { operator: 'gt', operand: 1 };
    const below: FieldTest = { operator: 'lt', operand: 5 };
    expect(field(3, above, below)).toBe(true);
    expect(field(7, above, below)).toBe(false);
    expect(matchInput([on('a', above), on('b', below)], { a: 3, b: 3 })).toBe(true);
    expect(matchInput([on('a', above), on('b', below)], { a: 3, b: 7 })).toBe(false);
    expect(matchInput([], undefined)).toBe(true);
  });
});

describe('paths', () => {
  const input = { order: { items: [{ sku: 'A' }, { sku: 'B' }] }, '0': 'zero' };
  const reaches = (path: string): Match => matchInput([on(path, exists)], input);

  test('lead through objects and to items of arrays', () => {
    expect(reaches('order.items.1.sku')).toBe(true);
    expect(reaches('0')).toBe(true);
    expect(reaches('order.items.2')).toBe(false);
    expect(reaches('order.total')).toBe(false);
    expect(reaches('order.items.0.sku.0')).toBe(false);
  });

  test('the empty path is the input itself', () => {
    expect(matchInput([on('', { operator: 'eq', operand: 'stop' })], 'stop')).toBe(true);
    expect(matchInput([on('', exists)], undefined)).toBe(false);
  });

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'order.constructor.name',
    'order.items.length',
    'order.items.-1',
    'order.items.01',
    'order.items.map',
  ])('%s leads nowhere, being no field of the input', (path) => {
    expect(reaches(path)).toBe(false);
  });

  test('a field that is named like a part of the prototype is a field like any other', () => {
    const hostile: unknown = JSON.parse('{ "__proto__": { "admin": true }, "constructor": 1 }');
    const isAdmin: FieldTest = { operator: 'eq', operand: true };
    expect(matchInput([on('__proto__.admin', isAdmin)], hostile)).toBe(true);
    expect(matchInput([on('admin', exists)], hostile)).toBe(false);
    expect(matchInput([on('constructor', { operator: 'eq', operand: 1 })], hostile)).toBe(true);
  });

  test('what an object inherits is not its own', () => {
    expect(matchInput([on('role', exists)], Object.create({ role: 'admin' }))).toBe(false);
  });
});

describe('a request context', () => {
  const context = new RequestContext<Record<string, unknown>>({
    user: { role: 'clerk' },
    role: undefined,
  });
  const matches = (path: string, test: FieldTest, of = context): Match =>
    matchRequestContext([on(path, test)], of);

  test('is read by its keys, and then through own properties', () => {
    expect(matches('user.role', { operator: 'eq', operand: 'clerk' })).toBe(true);
    expect(matches('user.constructor', exists)).toBe(false);
    expect(matches('role', exists)).toBe(false);
    expect(matches('all', exists)).toBe(false);
    expect(matches('constructor', exists)).toBe(false);
  });

  test("is read as the host set it, whatever a tool's schema makes of it", () => {
    const view = new RequestContext({ role: 'clerk' }).viewAs<Record<string, unknown>>({
      role: 'admin',
    });
    expect(matches('role', { operator: 'eq', operand: 'clerk' }, view)).toBe(true);
    expect(matches('role', { operator: 'eq', operand: 'admin' }, view)).toBe(false);
  });
});

describe('a value that cannot be read', () => {
  const broken = {
    get field(): never {
      throw new Error('not now');
    },
    other: 1,
  };

  test('is reported, and not thrown', () => {
    expect(matchInput([on('field', exists)], broken)).toEqual({ unreadable: new Error('not now') });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(matchInput([on('x', exists)], proxy)).toHaveProperty('unreadable');
  });

  test('does not matter where something else does not match', () => {
    const no: FieldTest = { operator: 'eq', operand: 2 };
    expect(matchInput([on('field', exists), on('other', no)], broken)).toBe(false);
    expect(matchInput([on('other', no), on('field', exists)], broken)).toBe(false);
  });

  test('leaves it open whether two things match together, unless one does not', () => {
    const open = { unreadable: 'why' };
    expect(both(true, () => open)).toBe(open);
    expect(both(open, () => true)).toBe(open);
    expect(both(open, () => false)).toBe(false);
    expect(both(false, () => open)).toBe(false);
    expect(both(true, () => true)).toBe(true);
  });
});
