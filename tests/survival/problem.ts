/** A promise that was broken, and the run it was broken to, where it is one. */
export interface Problem {
  readonly runId?: string;
  readonly what: string;
}

/** Names a call, whatever names it. */
export function keyOf({
  runId,
  toolCallId,
}: {
  readonly runId: string;
  readonly toolCallId: string;
}): string {
  return `${runId} ${toolCallId}`;
}

/** Items by what `by` says of each. */
export function groupBy<T>(items: Iterable<T>, by: (item: T) => string): ReadonlyMap<string, T[]> {
  return Map.groupBy(items, by);
}
