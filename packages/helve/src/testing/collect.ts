/**
 * Reads a stream to its end: the chunks of a run, or its text, as an array.
 *
 * @example
 * const stream = await agent.stream('Where is order 1042?');
 * const chunks = await collect(stream.displayStream);
 * expect(chunks.map(({ type }) => type)).toContain('tool-result');
 */
export async function collect<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}
