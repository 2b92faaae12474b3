import type { JsonValue } from 'helve';

/** The fields in which tools write what people are to read. */
const LEADING = ['message', 'question', 'prompt'] as const;

/** A payload as a text for people: its own words first, the rest of it as JSON. */
export function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value) ?? '';
  }
  // Payloads are projected, so they are JSON.
  const fields = value as Readonly<Record<string, JsonValue>>;
  const leading = LEADING.find((name) => typeof fields[name] === 'string');
  if (leading === undefined) return JSON.stringify(fields);
  const { [leading]: words, ...rest } = fields;
  return Object.keys(rest).length === 0 ? String(words) : `${words}\n${JSON.stringify(rest)}`;
}
