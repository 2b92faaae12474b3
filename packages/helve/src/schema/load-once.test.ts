import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

test('loads when it is needed first, and is there at once from then on', async () => {
  const load = vi.fn(async () => 'loaded');
  const get = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  expect(await get()).toBe('loaded');
  expect(get()).toBe('loaded');
  expect(load).toHaveBeenCalledOnce();
});

test('tries again what could not be loaded', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('offline'));
  const get = loadOnce(load);
  await expect(get()).rejects.toThrow('offline');
  expect(await get()).toBe('loaded');
});
