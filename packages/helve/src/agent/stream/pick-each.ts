/**
 * What `pick` makes of each item that somebody else reads, leaving out those it makes nothing of.
 * Unlike an async generator, it can be left while it waits for the next one.
 */
export function pickEach<From, Item>(
  items: AsyncIterable<From>,
  pick: (item: From) => Item | undefined,
): AsyncIterable<Item> {
  return {
    [Symbol.asyncIterator]() {
      const cursor = items[Symbol.asyncIterator]();
      return {
        async next() {
          for (;;) {
            const step = await cursor.next();
            if (step.done) return { done: true, value: undefined };
            const item = pick(step.value);
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
