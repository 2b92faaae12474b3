/** A pattern in which `*` stands for any characters, taken apart at its stars. */
export interface Glob {
  readonly start: string;
  /** What must come in between, in this order. */
  readonly between: readonly string[];
  /** Absent where the pattern has no star: then it is `start` and nothing else. */
  readonly end: string | undefined;
}

/** Takes a pattern apart. Nothing but `*` has a meaning of its own. */
export function parseGlob(pattern: string): Glob {
  const [start = '', ...rest] = pattern.split('*');
  return { start, between: rest.slice(0, -1).filter((part) => part !== ''), end: rest.at(-1) };
}

/**
 * Whether a text, all of it, has the pattern's form. Each part is looked for once, behind the one
 * before it, so no text makes it try again and again.
 */
export function matchesGlob({ start, between, end }: Glob, text: string): boolean {
  if (end === undefined) return text === start;
  if (!text.startsWith(start)) return false;
  let at = start.length;
  for (const part of between) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - end.length >= at && text.endsWith(end);
}
