import type { OutputUnit } from '@cfworker/json-schema';
import { ownValue } from './json-type.ts';
import { messageOf } from './keyword-message.ts';
import type { LinkedDocument } from './link-document.ts';
import { locateKeyword, parsePointer } from './locate-keyword.ts';
import type { Issue } from './standard-schema.ts';
import { unionVerdict } from './union-verdict.ts';

/** More failures of one value are not worth reading, and cost time to read. */
const MAX_ERRORS = 1_000;

/** Keywords whose errors only say that a schema inside them has errors of its own. */
const GROUPING: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/**
 * The validator's errors as issues: one for each keyword that failed by itself, at the place in the
 * value that it failed for. Of a union's branches only those are heard that the value can be meant
 * for. Messages are made of the schema; nothing of the value is in them.
 */
export function toIssues(
  errors: readonly OutputUnit[],
  linked: LinkedDocument,
  instance: unknown,
): readonly Issue[] {
  const considered = errors.slice(0, MAX_ERRORS);
  const silent = new Set<OutputUnit>();
  const issues = new Map<string, Issue>();
  const add = (message: string, path: readonly PropertyKey[]): void => {
    issues.set(JSON.stringify([path, message]), { message, path });
  };
  for (const error of considered) {
    if (silent.has(error) || GROUPING.has(error.keyword)) continue;
    const place = locateKeyword(linked, error.keywordLocation);
    // items that are not what an array must contain are no faults of their own
    if (place.aboutSomeItems) continue;
    const path = pathOf(error.instanceLocation, instance);
    const within = considered.filter((other) => isWithin(other, error));
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const verdict = unionVerdict(error, within, place.node);
      for (const other of verdict.silent) silent.add(other);
      if (verdict.message !== undefined) add(verdict.message, path);
      continue;
    }
    if (error.keyword === 'dependencies' && within.length > 0) continue;
    const { message, property } = messageOf(error, place);
    add(message, property === undefined ? path : [...path, property]);
  }
  if (issues.size === 0) add('expected a value admitted by the schema', []);
  return [...issues.values()];
}

function isWithin(error: OutputUnit, outer: OutputUnit): boolean {
  return (
    error.keywordLocation.startsWith(`${outer.keywordLocation}/`) &&
    (error.instanceLocation === outer.instanceLocation ||
      error.instanceLocation.startsWith(`${outer.instanceLocation}/`))
  );
}

/** A pointer into the value as a path: what names an item of an array is a number. */
function pathOf(pointer: string, instance: unknown): readonly PropertyKey[] {
  const path: PropertyKey[] = [];
  let at = instance;
  for (const token of parsePointer(pointer)) {
    path.push(Array.isArray(at) ? Number(token) : token);
    at = typeof at === 'object' && at !== null ? ownValue(at, token) : undefined;
  }
  return path;
}
