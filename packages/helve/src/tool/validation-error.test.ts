import { expect, test } from 'vitest';
import { isValidationError } from './validation-error.ts';

const real = { error: true, message: 'no', validationErrors: { errors: [], fields: {} } };

test('a validation error is recognised', () => {
  expect(isValidationError(real)).toBe(true);
});

const hostile = new Proxy(
  {},
  {
    has() {
      throw new Error('not yours to look at');
    },
  },
);

test.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'error'],
  ['an Error', new Error('no')],
  ['a truthy error field', { ...real, error: 'yes' }],
  ['no message', { error: true, validationErrors: real.validationErrors }],
  ['a message that is no text', { ...real, message: { text: 'no' } }],
  ['null for its errors', { ...real, validationErrors: null }],
  ['text for its errors', { ...real, validationErrors: 'many' }],
  ['a value that does not let itself be looked at', hostile],
])('%s is none', (_, value) => {
  expect(isValidationError(value)).toBe(false);
});
