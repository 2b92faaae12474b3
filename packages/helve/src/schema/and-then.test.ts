import { expect, test } from 'vitest';
import { andThen } from './and-then.ts';

test('goes on at once with a value that is there', () => {
  expect(andThen(1, (value) => value + 1)).toBe(2);
});

test('goes on with a promised value when it has come', async () => {
  const next = andThen(Promise.resolve(1), async (value) => value + 1);
  expect(next).toBeInstanceOf(Promise);
  expect(await next).toBe(2);
});

test('lets failures through', async () => {
  const fail = (): never => {
    throw new Error('no');
  };
  expect(() => andThen(1, fail)).toThrow('no');
  await expect(andThen(Promise.resolve(1), fail)).rejects.toThrow('no');
  await expect(andThen(Promise.reject(new Error('lost')), () => 1)).rejects.toThrow('lost');
});
