import type { JsonValue } from '../tool/json.ts';
import { sha256 } from './sha256.ts';

/**
 * What a decision binds to: the SHA-256, in hexadecimal, of the canonical JSON of the tool's name,
 * its accepted input and its parsed input. Whoever approves one call cannot have approved another.
 */
export async function callDigest(
  toolName: string,
  acceptedInput: JsonValue,
  normalizedParsedInput: JsonValue,
): Promise<string> {
  return sha256(canonicalJson([toolName, acceptedInput, normalizedParsedInput]));
}

/** JSON with sorted keys and no white space: equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
