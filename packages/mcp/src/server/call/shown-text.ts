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

/** Characters that a reader does not see, and that change what they do see. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A value as JSON. What somebody is asked to approve was written by a model, so it stands in quotes:
 * no text in it can pass for a part of the question.
 */
export function quoted(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.replaceAll(
    UNSEEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
