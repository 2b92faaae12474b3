import { describe, expect, test } from 'vitest';
import { buildValidationErrors, formatIssues } from './issues.ts';

describe('buildValidationErrors', () => {
  test('puts each message where its path leads', () => {
    const tree = buildValidationErrors([
      { message: 'bad whole', path: [] },
      { message: 'bad age', path: ['customer', 'age'] },
      { message: 'worse age', path: ['customer', 'age'] },
      { message: 'bad item', path: ['items', 2] },
    ]);
    expect(tree).toStrictEqual({
      errors: ['bad whole'],
      fields: {
        customer: {
          errors: [],
          fields: { age: { errors: ['bad age', 'worse age'], fields: {} } },
        },
        items: { errors: [], fields: { 2: { errors: ['bad item'], fields: {} } } },
      },
    });
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'treats a property named %s as any other',
    (name) => {
      const { fields } = buildValidationErrors([{ message: 'bad', path: [name, name] }]);
      expect(Object.keys(fields)).toEqual([name]);
      expect(JSON.parse(JSON.stringify(fields))).toEqual(
        JSON.parse(`{"${name}":{"errors":[],"fields":{"${name}":{"errors":["bad"],"fields":{}}}}}`),
      );
      expect(Object.prototype).not.toHaveProperty('errors');
      expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    },
  );

  test('names symbols in words', () => {
    const { fields } = buildValidationErrors([{ message: 'bad', path: [Symbol('s')] }]);
    expect(Object.keys(fields)).toEqual(['Symbol(s)']);
  });
});

describe('formatIssues', () => {
  test('writes a line for each issue, with root for the whole value', () => {
    expect(
      formatIssues([
        { message: 'expected object', path: [] },
        { message: 'expected number', path: ['a', 0, 'b'] },
      ]),
    ).toBe('- root: expected object\n- a.0.b: expected number');
  });

  test('keeps a message of several lines on one', () => {
    expect(formatIssues([{ message: 'either\n  • this\n  • that', path: ['a'] }])).toBe(
      '- a: either • this • that',
    );
  });

  test('counts what is left after a hundred lines', () => {
    const issues = Array.from({ length: 250 }, (_, index) => ({ message: 'bad', path: [index] }));
    const lines = formatIssues(issues).split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('- … and 150 more');
  });
});
