import { expect, test } from 'vitest';
import { isThenable } from './is-thenable.ts';

const then = () => undefined;

test.each([
  ['a promise', Promise.resolve(1), true],
  ['an object with then', { then }, true],
  ['a function with then', Object.assign(() => 1, { then }), true],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  ['a then that is no function', { then: 1 }, false],
  ['an object', {}, false],
  ['a function', then, false],
  ['null', null, false],
  ['undefined', undefined, false],
  ['a text', 'then', false],
])('%s', (_, value, is) => {
  expect(isThenable(value)).toBe(is);
});
