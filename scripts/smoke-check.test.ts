import { expect, test } from 'vitest';
import { smokeOutcome } from './smoke-check.ts';

const counts = (code: number, output: string) => {
  const { passed, failed } = smokeOutcome({ code, output });
  return [passed, failed];
};

test('counts the tests of a program', () => {
  expect(counts(0, '✓ one\n✓ two\n2 passed, 0 failed\n')).toEqual([2, 0]);
});

test('counts those that failed', () => {
  expect(counts(1, '✓ one\n✗ two\nwhy\n1 passed, 1 failed\nError: 1 of 2 failed\n')).toEqual([
    1, 1,
  ]);
});

test('a program that stops half-way has failed, however it ended', () => {
  expect(counts(0, '✓ one\n')).toEqual([0, 1]);
});

test('a program that ends badly after its tests has failed', () => {
  expect(counts(1, '✓ one\n1 passed, 0 failed\nError: nobody caught this\n')).toEqual([1, 1]);
});

test('a program without tests has failed', () => {
  expect(counts(0, '0 passed, 0 failed\n')).toEqual([0, 1]);
});
