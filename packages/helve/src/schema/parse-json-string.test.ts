import { expect, test } from 'vitest';
import { parseJsonString } from './parse-json-string.ts';

test.each<[string, unknown]>([
  ['{"a":1}', { a: 1 }],
  [' [1, 2]\n', [1, 2]],
  ['5', 5],
  ['-1.5e3', -1500],
  ['9007199254740991', 9007199254740991],
  ['1e300', 1e300],
  ['true', true],
  ['false', false],
])('%j holds a JSON value', (text, value) => {
  expect(parseJsonString(text)).toEqual({ value });
});

test.each(['', ' ', 'hello', 'null', '"text"', '{', '[1,]', '05', '1e999', 'True', 'NaN', '- 5'])(
  '%j holds none that could be meant',
  (text) => {
    expect(parseJsonString(text)).toBeUndefined();
  },
);

test.each(['12345678901234567890', '-9007199254740993'])(
  '%s stays text, because as a number it would be another one',
  (text) => {
    expect(parseJsonString(text)).toBeUndefined();
  },
);

test('a name that would change a prototype is an ordinary one', () => {
  const parsed = parseJsonString('{"__proto__":{"polluted":true}}');
  expect(Object.keys(Object(parsed?.value))).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('polluted');
});
