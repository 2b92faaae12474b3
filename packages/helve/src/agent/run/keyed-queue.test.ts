import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signal } from '../behaviour/test-kit.ts';
import { KeyedQueue } from './keyed-queue.ts';

test('work on one key runs one after another, in the order it came; keys do not wait for each other', async () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), keys, async (scheduler, plan) => {
      const queue = new KeyedQueue();
      const running = new Map<string, number>();
      const order = new Map<string, number[]>();
      const all = Promise.all(
        plan.map((key, index) =>
          queue.run(key, async () => {
            expect(running.get(key) ?? 0).toBe(0);
            running.set(key, 1);
            order.set(key, [...(order.get(key) ?? []), index]);
            await scheduler.schedule(Promise.resolve(), `work ${index} on ${key}`);
            running.set(key, 0);
            return index;
          }),
        ),
      );
      await scheduler.waitFor(all);
      expect(await all).toEqual(plan.map((_, index) => index));
      for (const own of order.values()) expect(own).toEqual(own.toSorted((a, b) => a - b));
    }),
  );
});

test('one key that never ends holds up no other', async () => {
  const queue = new KeyedQueue();
  void queue.run('stuck', () => new Promise(() => undefined));
  expect(await queue.run('free', async () => 'done')).toBe('done');
});

test('work that fails fails for its caller, and the next on its key runs all the same', async () => {
  const queue = new KeyedQueue();
  const release = signal();
  const failing = queue.run('key', async () => {
    await release.promise;
    throw new Error('broken');
  });
  const throwing = queue.run('key', () => {
    throw new Error('thrown at once');
  });
  const next = queue.run('key', async () => 'next');
  release.resolve();
  await expect(failing).rejects.toThrow('broken');
  await expect(throwing).rejects.toThrow('thrown at once');
  expect(await next).toBe('next');
});

test('work may add work on other keys, and on its own for later', async () => {
  const queue = new KeyedQueue();
  const order: string[] = [];
  const later: Promise<void>[] = [];
  await queue.run('a', async () => {
    later.push(
      queue.run('a', async () => {
        order.push('later');
      }),
    );
    await queue.run('b', async () => {
      order.push('other');
    });
    order.push('first');
  });
  await Promise.all(later);
  expect(order).toEqual(['other', 'first', 'later']);
});
