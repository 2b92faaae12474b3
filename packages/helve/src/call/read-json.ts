/** Argument text, read as JSON: its value (`undefined` for no text at all), or why it is none. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly text: string; readonly error: unknown };

/**
 * Reads argument text. Broken text is never taken for `{}`: no text at all is `undefined`, which
 * stage 3 turns into `{}` only where the schema admits that.
 */
export function readJson(text: string): JsonText {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, text, error };
  }
}
