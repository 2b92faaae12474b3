import { expect, test } from 'vitest';
import { countWork } from './count-work.ts';
import { costOfOne, expectLinear, sampleSizes } from './expect-linear.ts';

// The other tests here are worth what this measure is.

const parseTimes = (times: number) =>
  countWork(async () => {
    for (let time = 0; time < times; time++) JSON.parse('"12345678"');
  });

test('work that grows with its size is linear, and what one more costs is told', async () => {
  const samples = await sampleSizes([10, 20, 40], parseTimes);
  expectLinear(samples);
  expect(costOfOne(samples, 'parsed')).toBe(10);
});

test('work that grows faster is found', async () => {
  const samples = await sampleSizes([10, 20, 40], (size) => parseTimes(size * size));
  expect(() => expectLinear(samples)).toThrow('parsed grows as size to the power of 2.00');
});

test('work that sets in at some size is found', async () => {
  const samples = await sampleSizes([10, 20], (size) => parseTimes(size < 20 ? 0 : 1));
  expect(() => expectLinear(samples)).toThrow('parsed grows');
});

test('what others do meanwhile does not count', async () => {
  const others = setInterval(() => JSON.parse('1'), 0);
  const work = await countWork(() => new Promise((resolve) => setImmediate(resolve)));
  clearInterval(others);
  expect(work.parsed).toBe(0);
});
