/**
 * What `pick` makes of each entry, leaving out those it makes nothing of. Unlike an async generator,
 * it can be left while it waits for the next entry.
 */
export function select<Entry, Item>(
  entries: AsyncIterable<Entry>,
  pick: (entry: Entry) => Item | undefined | Promise<Item | undefined>,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const cursor = entries[Symbol.asyncIterator]();
      return {
        async next() {
          for (;;) {
            const step = await cursor.next();
            if (step.done) return { done: true, value: undefined };
            const item = await pick(step.value);
            if (item !== undefined) return { done: false, value: item };
          }
        },
        async return() {
          await cursor.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
