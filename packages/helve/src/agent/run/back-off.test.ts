import { afterEach, expect, test, vi } from 'vitest';
import { backOff } from './back-off.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('pauses are short at first, twice as long each time, and never longer than a second', async () => {
  vi.useFakeTimers();
  const pause = backOff(undefined);
  const took: number[] = [];
  for (let times = 0; times < 10; times += 1) {
    const began = Date.now();
    const paused = pause();
    await vi.runAllTimersAsync();
    await paused;
    took.push(Date.now() - began);
  }
  const longest = [20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000, 1_000];
  for (const [index, ms] of took.entries()) {
    expect(ms).toBeGreaterThanOrEqual((longest[index] ?? 0) / 2);
    expect(ms).toBeLessThanOrEqual(longest[index] ?? 0);
  }
});

test('a pause is left with the reason of its signal', async () => {
  const controller = new AbortController();
  const pause = backOff(controller.signal);
  const paused = pause();
  controller.abort(new Error('no patience'));
  await expect(paused).rejects.toThrow('no patience');
});
