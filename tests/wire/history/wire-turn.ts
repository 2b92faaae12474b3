/** What a request's history says, whatever the provider's way of writing it. */
export type WireTurn =
  | {
      readonly kind: 'call';
      readonly id: unknown;
      readonly name: unknown;
      readonly input: unknown;
    }
  | { readonly kind: 'result'; readonly id: unknown; readonly text: string }
  /** Everything else: texts, thoughts, what the provider did itself. */
  | { readonly kind: 'says'; readonly role: string; readonly text: string };

/** A history as read, and where it breaks a rule of its provider. */
export interface WireHistory {
  readonly turns: readonly WireTurn[];
  readonly faults: readonly string[];
}

/** An object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value's fields; none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  // every field is read as unknown, so the cast claims nothing about them
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A list's items; none where it is no list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The value of argument text; the text itself where it is no JSON. */
export function parsed(argumentText: unknown): unknown {
  try {
    return JSON.parse(String(argumentText));
  } catch {
    return argumentText;
  }
}
