import { createHash } from 'node:crypto';

/** PostgreSQL indexes at most some 2,700 bytes, and a character may take three. */
const LONGEST = 700;

/**
 * An id as databases can keep and compare it. Any text is an id, but databases refuse or change zero
 * characters and halves of surrogate pairs, and do not index what is too long: the first two are
 * escaped as in JSON, the last is kept as its hash. Different ids stay different.
 */
export function idText(id: string): string {
  const text = JSON.stringify(id).slice(1, -1);
  if (text.length <= LONGEST) return text;
  // JSON knows no `\~`, so that no short id looks like a hash
  return `\\~${createHash('sha256').update(text).digest('hex')}`;
}
