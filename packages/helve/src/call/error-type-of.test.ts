import { expect, test } from 'vitest';
import { ToolTimeoutError } from '../tool/tool-errors.ts';
import { errorTypeOf } from './error-type-of.ts';
import { throwing } from './test-runtime.ts';

function named(name: unknown): Error {
  return Object.assign(new Error('secret-value'), { name });
}

test.each<[string, unknown, string]>([
  ['an error of Helve is its code', new ToolTimeoutError('a', 1), 'TOOL_TIMEOUT'],
  [
    'a validation error has one too',
    { error: true, message: '', validationErrors: {} },
    'VALIDATION_FAILED',
  ],
  ['another error is its name', new TypeError('secret-value'), 'TypeError'],
  ['an abort is its name', new DOMException('x', 'AbortError'), 'AbortError'],
  ['a name with a path is kept', named('pg.errors.Deadlock'), 'pg.errors.Deadlock'],
  ['a name that might hold a payload is not repeated', named('no order secret-value'), '_OTHER'],
  ['a name of any length is not repeated', named('x'.repeat(65)), '_OTHER'],
  ['a name that is no text is not repeated', named({}), '_OTHER'],
  [
    'a name that cannot be read is not repeated',
    Object.defineProperty(new Error('x'), 'name', { get: throwing(1) }),
    '_OTHER',
  ],
  ['a text is not repeated', 'secret-value', '_OTHER'],
  ['nothing has none', undefined, '_OTHER'],
])('the kind of %s', (_, thrown, type) => {
  expect(errorTypeOf(thrown)).toBe(type);
});
