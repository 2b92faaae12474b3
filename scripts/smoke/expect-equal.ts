/**
 * Compares two values as JSON, keys in any order.
 *
 * @throws where they differ, with both.
 */
export function expectEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [textOf(actual), textOf(expected)];
  if (found !== wanted) throw new Error(`found    ${found}\nexpected ${wanted}`);
}

/** @throws where the function doesn't throw, or not what it should. */
export async function expectError(run: () => unknown, part: string): Promise<void> {
  let message: string;
  try {
    await run();
    message = 'nothing';
  } catch (error) {
    message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  if (!message.includes(part)) throw new Error(`threw ${message}\nexpected ${part}`);
}

function textOf(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  // there is no text for `undefined`
  return JSON.stringify(value, sorted) ?? 'undefined';
}
