import type { RequestContext } from '../tool/request-context.ts';
import type { Glob } from './glob.ts';
import { matchesGlob } from './glob.ts';
import type { PolicyScalar } from './policy.ts';

/** One condition on a value, ready to be tried. */
export type FieldTest =
  | { readonly operator: 'eq' | 'ne' | 'contains'; readonly operand: PolicyScalar }
  | { readonly operator: 'gt' | 'gte' | 'lt' | 'lte'; readonly operand: number | string }
  | { readonly operator: 'in' | 'notIn'; readonly operand: readonly PolicyScalar[] }
  | { readonly operator: 'matches'; readonly operand: Glob }
  | { readonly operator: 'exists'; readonly operand: boolean };

/** The conditions on one field. */
export interface FieldMatcher {
  readonly path: readonly string[];
  readonly tests: readonly FieldTest[];
}

/** Whether something matches, or why that cannot be told. */
export type Match = boolean | { readonly unreadable: unknown };

/** Whether all fields of an input match. Never throws. */
export function matchInput(fields: readonly FieldMatcher[], input: unknown): Match {
  return matchFields(fields, (path) => readPath(input, path));
}

/** Whether all fields of a request context match, by its values as the host set them. Never throws. */
export function matchRequestContext(
  fields: readonly FieldMatcher[],
  requestContext: RequestContext,
): Match {
  return matchFields(fields, ([key = '', ...rest]) => readPath(requestContext.getRaw(key), rest));
}

/** What does not match does not, whatever else cannot be read. */
export function both(first: Match, second: () => Match): Match {
  if (first === false) return false;
  const other = second();
  return other === false || first === true ? other : first;
}

function matchFields(
  fields: readonly FieldMatcher[],
  read: (path: readonly string[]) => unknown,
): Match {
  let match: Match = true;
  for (const { path, tests } of fields) {
    match = both(match, () => {
      try {
        const value = read(path);
        return tests.every((test) => holds(test, value));
      } catch (unreadable) {
        return { unreadable };
      }
    });
    if (match === false) return false;
  }
  return match;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** The value at a path of own properties; `undefined` where there is none. */
function readPath(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    // The length of an array is a property of its own, and no field of the input.
    if (Array.isArray(value) && !ARRAY_INDEX.test(name)) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

function holds(test: FieldTest, value: unknown): boolean {
  switch (test.operator) {
    case 'exists':
      return (value !== undefined) === test.operand;
    case 'contains':
      return contains(value, test.operand);
    case 'matches':
      return typeof value === 'string' && matchesGlob(test.operand, value);
    case 'in':
      return test.operand.some((operand) => compare(value, operand) === 'equal');
    case 'notIn': {
      const results = test.operand.map((operand) => compare(value, operand));
      return !results.includes('equal') && results.some((result) => result !== undefined);
    }
    default: {
      const result = compare(value, test.operand);
      return result !== undefined && FITS[test.operator].includes(result);
    }
  }
}

type Comparison = 'less' | 'equal' | 'greater';

const FITS: Readonly<Record<'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', readonly Comparison[]>> = {
  eq: ['equal'],
  ne: ['less', 'greater'],
  gt: ['greater'],
  gte: ['greater', 'equal'],
  lt: ['less'],
  lte: ['less', 'equal'],
};

/** How a value stands to an operand; `undefined` where they are not of one type. */
function compare(value: unknown, operand: PolicyScalar): Comparison | undefined {
  const scalar = scalarOf(value);
  if (scalar === undefined) return undefined;
  if (scalar === null || operand === null) return scalar === operand ? 'equal' : undefined;
  // A number of any size is a number.
  const type = typeof scalar === 'bigint' ? 'number' : typeof scalar;
  if (type !== typeof operand) return undefined;
  if (scalar < operand) return 'less';
  return scalar > operand ? 'greater' : 'equal';
}

function scalarOf(value: unknown): string | number | bigint | boolean | null | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return value;
    case 'number':
      return Number.isNaN(value) ? undefined : value;
    case 'object':
      if (value === null) return null;
      if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
      return value.toISOString();
    default:
      return undefined;
  }
}

function contains(value: unknown, operand: PolicyScalar): boolean {
  if (typeof value === 'string') return typeof operand === 'string' && value.includes(operand);
  if (!Array.isArray(value) && !(value instanceof Set)) return false;
  for (const item of value) {
    if (compare(item, operand) === 'equal') return true;
  }
  return false;
}
