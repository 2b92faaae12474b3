import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SuspendRequest } from './suspension.ts';
import { untilSuspended } from './until-suspended.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('what is there at once is given back at once', () => {
  expect(untilSuspended(() => 5, new SuspendRequest())).toBe(5);
});

test('the work ends by itself, and leaves no timer', async () => {
  const request = new SuspendRequest();
  const running = untilSuspended(async () => {
    void request.suspend();
    return 'done';
  }, request);
  expect(await running).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('the work fails by itself', async () => {
  const running = untilSuspended(() => Promise.reject(new Error('no')), new SuspendRequest());
  await expect(running).rejects.toThrow('no');
});

test.each(['before it is waited for', 'later'])(
  'work that suspended %s has five seconds to let go',
  async (when) => {
    const request = new SuspendRequest();
    const ended = vi.fn();
    const running = untilSuspended(() => {
      if (when !== 'later') void request.suspend();
      return new Promise(() => undefined);
    }, request);
    void Promise.resolve(running).then(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    if (when === 'later') {
      expect(ended).not.toHaveBeenCalled();
      void request.suspend();
      await vi.advanceTimersByTimeAsync(4_999);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(ended).toHaveBeenCalledExactlyOnceWith(undefined);
  },
);

test('a lazy thenable is started once', async () => {
  const then = vi.fn((resolve: (value: number) => void) => resolve(3));
  const running = untilSuspended(() => ({ then }), new SuspendRequest());
  expect(await running).toBe(3);
  expect(then).toHaveBeenCalledOnce();
});
