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
      const wait = async (first: Picked<Item>): Promise<IteratorResult<Item, undefined>> => {
        for (let item = await first; ; ) {
          if (item !== undefined) return { done: false, value: item };
          const step = await cursor.next();
          if (step.done) return { done: true, value: undefined };
          item = await pick(step.value);
        }
      };
      return {
        next() {
          for (let entry = cursor.take(); entry !== undefined; entry = cursor.take()) {
            const item = pick(entry);
            if (item instanceof Promise) return wait(item);
            if (item !== undefined) return Promise.resolve({ done: false, value: item });
          }
          return wait(undefined);
        },
        async return() {
          await cursor.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
