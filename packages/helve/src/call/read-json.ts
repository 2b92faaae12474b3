/** Argument text, read as JSON: its value (`undefined` for no text at all), or why it is none. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly text: string; readonly error: unknown };

/**
 * How deeply arguments may be nested. Whoever handles a value behind this point may do so by
 * recursion: encoders, schemas, stores.
 */
export const MAX_DEPTH = 200;

/**
 * Reads argument text. Broken text is never taken for `{}`: no text at all is `undefined`, which
 * stage 3 turns into `{}` only where the schema admits that.
 */
export function readJson(text: string): JsonText {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (!isDeeperThan(MAX_DEPTH, text)) return { ok: true, value };
    throw new RangeError(`nested more than ${MAX_DEPTH} levels deep`);
  } catch (error) {
    return { ok: false, text, error };
  }
}

/** Whether valid JSON text is nested more deeply; short text cannot be. */
function isDeeperThan(limit: number, text: string): boolean {
  if (text.length <= 2 * limit) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
