import type { Cursor } from './chunk-log.ts';

/** What is made of an entry; `undefined` leaves it out. */
type Picked<Item> = Item | undefined | Promise<Item | undefined>;

/**
 * What `pick` makes of each entry, leaving out those it makes nothing of. Unlike an async generator,
 * it can be left while it waits for the next entry, and what is there costs one promise.
 */
export function select<Entry, Item>(
  entries: { [Symbol.asyncIterator](): Cursor<Entry> },
  pick: (entry: Entry) => Picked<Item>,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const cursor = entries[Symbol.asyncIterator]();
      const pickNext = (): Picked<Item> => {
        for (let entry = cursor.take(); entry !== undefined; entry = cursor.take()) {
          const item = pick(entry);
          if (item !== undefined) return item;
        }
        return undefined;
      };
      const wait = async (first: Picked<Item>): Promise<IteratorResult<Item, undefined>> => {
        for (let item = first; ; item = pickNext()) {
          const value = item instanceof Promise ? await item : item;
          if (value !== undefined) return { done: false, value };
          if (item !== undefined) continue;
          if (cursor.isOver) return { done: true, value: undefined };
          await cursor.news();
        }
      };
      const onNews = ():
        | IteratorResult<Item, undefined>
        | Promise<IteratorResult<Item, undefined>> => {
        const item = pickNext();
        if (item === undefined || item instanceof Promise) return wait(item);
        return { done: false, value: item };
      };
      return {
        next() {
          const item = pickNext();
          if (item instanceof Promise || (item === undefined && cursor.isOver)) return wait(item);
          if (item === undefined) return cursor.news().then(onNews);
          return Promise.resolve({ done: false, value: item });
        },
        async return() {
          await cursor.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
