import { expect, test } from 'vitest';
import type { ValidatedPart } from './validation-texts.ts';
import { validationError, validationText } from './validation-texts.ts';

const PARTS: readonly ValidatedPart[] = [
  'input',
  'request context',
  'output',
  'guard answer',
  'suspend payload',
  'answer',
];

test.each(PARTS)('the message about an %s names the tool and holds the lines', (part) => {
  const text = validationText(part, 'refund', '- n: expected number');
  expect(text).toMatch(/"refund".*:\n- n: expected number$/s);
});

test('every part has a message of its own', () => {
  expect(new Set(PARTS.map((part) => validationText(part, 't', ''))).size).toBe(PARTS.length);
});

test('a validation error holds all issues, as a text and as a tree', () => {
  const issues = [
    { message: 'expected number', path: ['order', 'n'] },
    { message: 'too few', path: [] },
  ];
  expect(validationError('input', 'refund', issues)).toEqual({
    error: true,
    message: expect.stringMatching(/- order\.n: expected number\n- root: too few$/),
    validationErrors: {
      errors: ['too few'],
      fields: { order: { errors: [], fields: { n: { errors: ['expected number'], fields: {} } } } },
    },
  });
});
