import { harmlessText } from './paint.ts';

/** A value's leaves, each with the path to it: `customer.name`. */
export function fieldsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) {
    return value === undefined ? [] : [[path, harmlessText(String(value))]];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    fieldsOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** The same on one line: `orderId 1042 · reason arrived cracked`. */
export function inline(value: unknown): string {
  return fieldsOf(value)
    .map(([path, text]) => `${path} ${text}`)
    .join(' · ');
}
