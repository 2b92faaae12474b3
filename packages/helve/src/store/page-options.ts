// What lists are asked for, in pages.

/** @throws RangeError for a limit that cannot be. */
export function checkLimit(limit: number): number {
  if (limit >= 1) return limit;
  throw new RangeError(`limit is ${limit}; it must be a number of runs, at least 1.`);
}

/** @throws RangeError for what is no cursor of this store. */
export function readCursor(cursor: string): number {
  if (/^\d+$/.test(cursor)) return Number(cursor);
  throw new RangeError(
    `"${cursor}" is no cursor of this store. Pass on the one from the last page.`,
  );
}
