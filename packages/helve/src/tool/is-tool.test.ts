import { expect, test } from 'vitest';
import { isTool, toolMarker } from './is-tool.ts';

test('a tool is recognised, also if another copy of the library made it', () => {
  expect(isTool({ [Symbol.for('helve.tool')]: true, id: 'a' })).toBe(true);
});

test.each([
  ['a declaration', { id: 'a', execute: () => 1 }],
  ['an object whose prototype is a tool', Object.create({ [toolMarker]: true })],
  ['null', null],
  ['nothing', undefined],
  ['text', 'a'],
  ['a function', () => 1],
])('%s is no tool', (_, value) => {
  expect(isTool(value)).toBe(false);
});
