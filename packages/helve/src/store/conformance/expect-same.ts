/** Fails a check; `message` says what the store promised and what it did. */
export function fail(message: string): never {
  throw new Error(message);
}

/** Fails unless `condition` holds. */
export function expectThat(condition: boolean, message: string): void {
  if (!condition) fail(message);
}

/** Fails unless both are the same JSON; the order of keys does not count. */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [is, ought] = [canonicalText(actual), canonicalText(expected)];
  if (is !== ought) fail(`${what}: expected ${ought}, got ${is}`);
}

/** Fails unless the promise rejects with an error of that name. */
export async function expectRejection(
  work: Promise<unknown>,
  name: string,
  what: string,
): Promise<void> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason ?? 'nothing',
  );
  if (error === undefined) fail(`${what}: expected a ${name}, and it went through`);
  const actual = error instanceof Error ? error.name : String(error);
  if (actual !== name) fail(`${what}: expected a ${name}, got ${String(error)}`);
}

/** JSON with sorted keys; fields that are `undefined` are absent, as in JSON. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field)}`);
  return `{${fields.join(',')}}`;
}
