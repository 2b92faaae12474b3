import { expect, test, vi } from 'vitest';
import { Watchers } from './watchers.ts';

test('those who watch a run are told of it, and nobody else', () => {
  const watchers = new Watchers();
  const [one, other] = [vi.fn(), vi.fn()];
  watchers.add('run-1', one);
  watchers.add('run-2', other);
  watchers.tell('run-1');
  watchers.tell('run-3');
  expect(one).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
  watchers.tellAll();
  expect(one).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
});

test('who stops is told no more, and a second watch of the same function stays', () => {
  const watchers = new Watchers();
  const changed = vi.fn();
  const stop = watchers.add('run-1', changed);
  const stopSecond = watchers.add('run-1', changed);
  stop();
  stop();
  watchers.tell('run-1');
  expect(changed).toHaveBeenCalledTimes(1);
  stopSecond();
  expect(watchers.areNone).toBe(true);
  // what is stopped late takes nobody else away
  watchers.add('run-1', changed);
  stopSecond();
  expect(watchers.areNone).toBe(false);
});

test('one that stops another, or itself, while it is told does no harm', () => {
  const watchers = new Watchers();
  const calls: string[] = [];
  const stop = watchers.add('run-1', () => {
    calls.push('one');
    stop();
  });
  watchers.add('run-1', () => calls.push('other'));
  watchers.tell('run-1');
  watchers.tell('run-1');
  expect(calls).toEqual(['one', 'other', 'other']);
});
