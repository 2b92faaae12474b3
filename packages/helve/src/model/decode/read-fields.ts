import type { ProviderOptions } from '../../tool/model-output.ts';

/** An object that a model sent, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** A value's fields; none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  // every field is read as unknown, so the cast claims nothing about them
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A text, or `undefined` for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An id as text. What is missing becomes the empty id, which the run replaces by a fresh one. */
export function idOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A count; `undefined` for what is none. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A part's metadata, to be spread into what it becomes: the very same object, or nothing. */
export function metadataOf(fields: Fields): { readonly providerMetadata?: ProviderOptions } {
  const metadata = fields['providerMetadata'];
  // it goes back to the provider as it came, and nobody else reads it
  return typeof metadata === 'object' && metadata !== null
    ? { providerMetadata: metadata as ProviderOptions }
    : NOTHING;
}

const NOTHING = {};
