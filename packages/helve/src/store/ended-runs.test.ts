import { expect, test } from 'vitest';
import { EndedRuns } from './ended-runs.ts';

test('runs are forgotten in the order in which they ended, beyond so many', () => {
  const ended = new EndedRuns({ runs: 2, messages: 100 });
  expect(ended.add('a', 1)).toEqual([]);
  expect(ended.add('b', 1)).toEqual([]);
  // it is written again
  expect(ended.add('a', 2)).toEqual([]);
  expect(ended.add('c', 1)).toEqual(['a']);
});

test('and beyond so many messages, but never the one that ended last', () => {
  const ended = new EndedRuns({ runs: 10, messages: 100 });
  ended.add('a', 60);
  expect(ended.add('b', 40)).toEqual([]);
  expect(ended.add('c', 1)).toEqual(['a']);
  expect(ended.add('d', 1_000)).toEqual(['b', 'c']);
  expect(ended.add('e', 1)).toEqual(['d']);
});

test('a run that goes on counts no more', () => {
  const ended = new EndedRuns({ runs: 10, messages: 100 });
  ended.add('a', 100);
  ended.delete('a');
  ended.delete('a');
  expect(ended.add('b', 100)).toEqual([]);
});

test('none is kept where none is to be', () => {
  expect(new EndedRuns({ runs: 0, messages: 100 }).add('a', 1)).toEqual(['a']);
});
