/**
 * Reads a stream to its end: the chunks of a run, or its text, as an array.
 *
 * @throws what the stream breaks off with.
 *
 * @example
 * const stream = await agent.stream('Where is order 1042?');
 * const texts = await collect(stream.textStream);
 * expect(texts.join('')).toContain('on its way');
 */
export async function collect<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
