import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTool } from '../../call/create-tool.ts';
import { bench, callsAll, signal, turn } from '../behaviour/test-kit.ts';
import { Limiter } from './limiter.ts';

test('never more than the limit runs at once, everything runs, and begins in the order it came', async () => {
  const failing = fc.array(fc.boolean(), { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 5 }),
      failing,
      async (scheduler, limit, plan) => {
        const limiter = new Limiter(limit);
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const all = Promise.allSettled(
          plan.map((fails, index) =>
            limiter.run(async () => {
              begun.push(index);
              running += 1;
              most = Math.max(most, running);
              await scheduler.schedule(Promise.resolve(), `work ${index}`);
              running -= 1;
              if (fails) throw new Error(`work ${index} failed`);
              return index;
            }),
          ),
        );
        await scheduler.waitFor(all);
        const results = await all;
        expect(results.map(({ status }) => status === 'rejected')).toEqual(plan);
        expect(most).toBe(Math.min(limit, plan.length));
        expect(begun).toEqual(plan.map((_, index) => index));
      },
    ),
  );
});

test('work added by work that runs has its turn', async () => {
  const limiter = new Limiter(1);
  const inner: Promise<string>[] = [];
  await limiter.run(async () => {
    inner.push(limiter.run(async () => 'inner'));
  });
  expect(await Promise.all(inner)).toEqual(['inner']);
});

test('a limit of infinity is none', async () => {
  const limiter = new Limiter(Number.POSITIVE_INFINITY);
  const all = signal();
  let running = 0;
  const work = async (): Promise<void> => {
    running += 1;
    if (running === 50) all.resolve();
    await all.promise;
  };
  await Promise.all(Array.from({ length: 50 }, () => limiter.run(work)));
  expect(running).toBe(50);
});

test('calls that wait for people take none of the places of calls that run', async () => {
  const pay = createTool({ id: 'pay', requireApproval: true, execute: async () => ({}) });
  const ask = createTool({ id: 'ask', execute: async (_input, { suspend }) => suspend() });
  const look = createTool({ id: 'look', execute: async () => ({ seen: true }) });
  const made = callsAll(['pay', 'p'], ['ask', 'a'], ['pay', 'q'], ['look', 'l']);
  const { agent } = bench([made], { pay, ask, look }, { toolCallConcurrency: 1 });
  const { toolResults, waiting } = await agent.generate('go');
  expect(toolResults).toMatchObject([{ toolCallId: 'l' }]);
  expect(waiting).toHaveLength(3);
});

test('as many calls of a step run at once as toolCallConcurrency says', async () => {
  const held: (() => void)[] = [];
  const third = signal();
  let entered = 0;
  const slow = createTool({
    id: 'slow',
    execute: async () => {
      entered += 1;
      if (entered === 3) third.resolve();
      await new Promise<void>((resolve) => held.push(resolve));
      return {};
    },
  });
  const made = callsAll(...[1, 2, 3, 4, 5].map((index) => ['slow', `s${index}`] as const));
  const { agent } = bench([made, 'Done.'], { slow });
  const running = agent.generate('go', { toolCallConcurrency: 3 });
  await third.promise;
  await turn();
  expect(entered).toBe(3);
  for (let released = 0; released < 5; released += 1) {
    held.shift()?.();
    await turn();
  }
  expect((await running).text).toBe('Done.');
  expect(entered).toBe(5);
});
