import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scheduledStore } from '../behaviour/scheduled-store-kit.ts';
import { bench } from '../behaviour/test-kit.ts';
import { memory } from './turn-kit.ts';

test('whatever several processes and their store do when, what is said on a thread is one conversation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const prompts: string[][] = [];
      const { restart, store } = bench(({ prompt }) => {
        const texts = prompt.map(({ content }) => String(Reflect.get(Object(content[0]), 'text')));
        prompts.push(texts);
        return `answer to ${texts.at(-1)}`;
      }, {});
      const said = Promise.all(
        ['a', 'b'].flatMap((name) => {
          const agent = restart({ store: scheduledStore(store, scheduler, name) });
          return [1, 2].map((number) => agent.generate(`${name}${number}`, { memory }));
        }),
      );
      await scheduler.waitFor(said);
      const thread = (await store.loadThread('t')).map(({ message: { role, content } }) =>
        role === 'user' ? content : Reflect.get(Object(content[0]), 'text'),
      );
      const questions = thread.filter((_, index) => index % 2 === 0).map(String);
      expect(thread).toEqual(questions.flatMap((text) => [text, `answer to ${text}`]));
      expect([...questions].sort()).toEqual(['a1', 'a2', 'b1', 'b2']);
      for (const name of ['a', 'b']) {
        expect(questions.indexOf(`${name}1`)).toBeLessThan(questions.indexOf(`${name}2`));
      }
      expect(prompts).toEqual(questions.map((_, index) => thread.slice(0, 2 * index + 1)));
    }),
    { numRuns: 30 },
  );
});
