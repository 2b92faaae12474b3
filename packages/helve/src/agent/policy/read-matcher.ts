import { parseGlob } from '../../call/glob.ts';
import type { PolicyScalar } from '../../call/policy.ts';
import type { FieldMatcher, FieldTest } from '../../call/policy-matcher.ts';
import type { PolicyPlace } from './policy-place.ts';

/** A longer path would be a mistake; what it leads through is bounded with it. */
const MAX_PATH_LENGTH = 16;

/** Reads the conditions on the fields of an input, or of a request context. */
export function readMatcher(
  value: unknown,
  place: PolicyPlace,
  of: 'input' | 'requestContext',
): readonly FieldMatcher[] {
  const fields = place.entries(value, 'its fields, such as { amount: { gt: 100 } }');
  return fields.map(([path, condition]) => {
    const field = place.at(path);
    return { path: readPath(path, field, of), tests: readCondition(condition, field) };
  });
}

function readPath(
  path: string,
  place: PolicyPlace,
  of: 'input' | 'requestContext',
): readonly string[] {
  if (path === '' && of === 'input') return [];
  const names = path.split('.');
  if (names.includes('')) {
    place.fail('the path has an empty name; write names separated by dots, such as "order.total"');
  }
  if (names.length > MAX_PATH_LENGTH) {
    place.fail(`the path has ${names.length} names; it may have ${MAX_PATH_LENGTH}`);
  }
  return names;
}

function readCondition(value: unknown, place: PolicyPlace): readonly FieldTest[] {
  const operators = place.entries(value, `an operator, such as { eq: 'x' }`);
  return operators.map(([operator, operand]) => readTest(operator, operand, place.at(operator)));
}

function readTest(operator: string, operand: unknown, place: PolicyPlace): FieldTest {
  switch (operator) {
    case 'eq':
    case 'contains':
      return { operator, operand: readScalar(operand, place) };
    case 'ne':
      if (operand === null)
        place.fail('it can never match: null is of another type than any value');
      return { operator, operand: readScalar(operand, place) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (typeof operand === 'string') return { operator, operand };
      return { operator, operand: readNumber(operand, place, 'a number or a text') };
    case 'in':
    case 'notIn':
      return { operator, operand: readList(operand, place) };
    case 'matches':
      return { operator, operand: parseGlob(place.text(operand)) };
    case 'exists':
      return { operator, operand: place.boolean(operand) };
    default:
      return place.fail(
        'there is no such operator; there are eq, ne, gt, gte, lt, lte, in, notIn, contains, matches and exists',
      );
  }
}

function readList(value: unknown, place: PolicyPlace): readonly PolicyScalar[] {
  const items = place.items(value);
  return items.map((item, index) => readScalar(item, place.at(index)));
}

function readScalar(value: unknown, place: PolicyPlace): PolicyScalar {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return readNumber(value, place, 'a text, a number, a boolean or null');
}

function readNumber(value: unknown, place: PolicyPlace, wanted: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return place.expected(wanted, value);
}
