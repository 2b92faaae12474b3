/** Whether a value that came over the wire is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Levels of nesting in what a server sends. The SDK, and much else, would go deeper until it fails. */
export const MAX_DEPTH = 200;
