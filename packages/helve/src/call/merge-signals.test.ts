import { expect, test } from 'vitest';
import { mergeSignals } from './merge-signals.ts';

test('one signal is enough, and none is none', () => {
  const { signal } = new AbortController();
  expect(mergeSignals(signal, undefined)).toBe(signal);
  expect(mergeSignals(undefined, signal)).toBe(signal);
  expect(mergeSignals(undefined, undefined)).toBeUndefined();
});

test.each([0, 1])('either of two aborts, with its reason: %i', (which) => {
  const controllers = [new AbortController(), new AbortController()] as const;
  const merged = mergeSignals(controllers[0].signal, controllers[1].signal);
  expect(merged?.aborted).toBe(false);
  controllers[which]?.abort('enough');
  expect(merged?.reason).toBe('enough');
});
