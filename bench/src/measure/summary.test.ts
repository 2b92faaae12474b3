import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponent, summarize } from './summary.ts';

void test('a summary has the middle, and the ends', () => {
  assert.deepEqual(summarize([3, 1, 2]), { min: 1, median: 2, max: 3, samples: 3 });
  assert.equal(summarize([4, 1, 3, 2]).median, 2.5);
  assert.throws(() => summarize([]));
});

void test('an exponent tells proportion from square', () => {
  const small = { size: 10, time: 2 };
  assert.equal(Math.round(exponent(small, { size: 100, time: 20 }) * 100), 100);
  assert.equal(Math.round(exponent(small, { size: 100, time: 200 }) * 100), 200);
});
