import { expect, test } from 'vitest';
import { messageOf } from './call-failure.ts';
import { throwing } from './test-runtime.ts';

const SILENT = 'it failed without saying why';
const UNSHOWABLE = 'it failed with something that cannot be shown';

function secretSource() {
  return 'source code';
}

test.each<[string, unknown, string]>([
  ['an error', new Error('too far'), 'too far'],
  ['an error without a message', Object.assign(new RangeError('x'), { message: '' }), 'RangeError'],
  [
    'an error whose message is no text',
    Object.assign(new Error('x'), { message: { a: 1 } }),
    'Error',
  ],
  ['an error with neither', Object.assign(new Error('x'), { message: '', name: 5 }), SILENT],
  ['an object with a message', { message: 'like an error' }, 'like an error'],
  ['an object without', { code: 5 }, SILENT],
  ['a text', 'plain', 'plain'],
  ['an empty text', '', SILENT],
  ['a number', 404, '404'],
  ['a big integer', 5n, '5'],
  ['false', false, 'false'],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['null', null, SILENT],
  ['undefined', undefined, SILENT],
  ['a frozen object', Object.freeze({}), SILENT],
  ['a function, whose code stays its own', secretSource, SILENT],
  ['an object without prototype', Object.create(null), SILENT],
  [
    'an error whose message cannot be read',
    Object.defineProperty(new Error('x'), 'message', { get: throwing(1) }),
    UNSHOWABLE,
  ],
  ['a proxy that cannot be read', new Proxy({}, { has: throwing(1) }), UNSHOWABLE],
])('the message of %s', (_, thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
