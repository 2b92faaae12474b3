import type { OutputUnit } from '@cfworker/json-schema';
import { isSchemaObject, ownValue } from './json-type.ts';
import type { KeywordPlace } from './locate-keyword.ts';
import { phraseOf } from './phrase.ts';

/** What to say about a keyword that failed. */
export interface KeywordMessage {
  readonly message: string;
  /** The property it is really about, where the validator names the object around it. */
  readonly property?: string;
}

/** The types that keywords are about, for schemas that leave `type` out. */
const ABOUT: ReadonlyMap<string, string> = new Map([
  ...['format', 'maxLength', 'minLength', 'pattern'].map((k) => [k, 'string'] as const),
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'].map(
    (k) => [k, 'number'] as const,
  ),
  ...['maxItems', 'minItems', 'uniqueItems'].map((k) => [k, 'array'] as const),
  ...['maxProperties', 'minProperties'].map((k) => [k, 'object'] as const),
]);

/**
 * The message for a failed keyword, from the schema alone. (The validator's own texts quote values,
 * all but the names of properties that the schema demands.)
 */
export function messageOf({ keyword, error }: OutputUnit, place: KeywordPlace): KeywordMessage {
  switch (keyword) {
    case 'required':
      return missing(error, place);
    case 'dependentRequired':
    case 'dependencies':
      return dependent(error);
    case 'not':
      return { message: excluded(place) };
    case 'uniqueItems':
      return { message: 'expected items that are all different' };
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return { message: containing(place) };
    default: {
      const phrase = phraseOf([[aboutType(keyword, place)]]) ?? 'a value admitted by the schema';
      return { message: place.aboutName ? `the name: expected ${phrase}` : `expected ${phrase}` };
    }
  }
}

function missing(error: string, { node }: KeywordPlace): KeywordMessage {
  const property = /^Instance does not have required property "(.*)"\.$/s.exec(error)?.[1];
  if (property === undefined) return { message: 'a required property is missing' };
  const properties = ownValue(node, 'properties');
  const schema = isSchemaObject(properties) ? ownValue(properties, property) : undefined;
  const phrase = isSchemaObject(schema) ? phraseOf([[schema]]) : undefined;
  return { message: phrase === undefined ? 'missing' : `missing: expected ${phrase}`, property };
}

function dependent(error: string): KeywordMessage {
  const [, present, property] =
    /^Instance has "(.*)" but does not have "(.*)"\.$/s.exec(error) ?? [];
  if (property === undefined) return { message: 'a property that another one requires is missing' };
  return { message: `missing: required where "${present}" is given`, property };
}

function excluded({ node, heldBy }: KeywordPlace): string {
  const not = ownValue(node, 'not');
  const excludesAll = isSchemaObject(not) && Object.keys(not).every((key) => key === '$ref');
  if (!excludesAll) return 'expected a value that does not match what the schema excludes';
  return heldBy?.toLowerCase().includes('items') === true
    ? 'unexpected item'
    : 'unexpected property';
}

function containing({ node }: KeywordPlace): string {
  const least = ownValue(node, 'minContains') ?? 1;
  const most = ownValue(node, 'maxContains');
  const amount = most === undefined ? `at least ${least}` : `${least} to ${most}`;
  return `expected an array with ${amount} of the items that the schema asks for`;
}

function aboutType(keyword: string, { node }: KeywordPlace): Readonly<Record<string, unknown>> {
  const type = ABOUT.get(keyword);
  return type === undefined || Object.hasOwn(node, 'type') ? node : { ...node, type };
}
