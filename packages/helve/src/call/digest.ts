import type { JsonValue } from '../tool/json.ts';
import { sha256 } from './sha256.ts';

/**
 * What a decision binds to: the SHA-256, in hexadecimal, of the canonical JSON of the tool's name,
 * its accepted input and its parsed input. Whoever approves one call cannot have approved another.
 */
export function callDigest(
  toolName: string,
  acceptedInput: JsonValue,
  normalizedParsedInput: JsonValue,
): string | Promise<string> {
  return sha256(canonicalJson([toolName, acceptedInput, normalizedParsedInput]));
}

/** JSON with sorted keys and no white space: equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  return isSorted(value) ? JSON.stringify(value) : sorted(value);
}

/** Whether all keys are in their order already, as most are: then JSON is canonical as it is. */
function isSorted(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (isArray(value)) return value.every(isSorted);
  let before: string | undefined;
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field === undefined || (before !== undefined && before > key) || !isSorted(field)) {
      return false;
    }
    before = key;
  }
  return true;
}

function sorted(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(sorted).join(',')}]`;
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sorted(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}

/** `Array.isArray` does not narrow readonly arrays. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
