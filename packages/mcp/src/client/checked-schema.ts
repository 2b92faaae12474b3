import type { JsonObject, StandardJsonSchema } from 'helve';
import { jsonSchema } from 'helve';
import { isObject } from './json.ts';

const ATOM = String.raw`(?:\\[dDwWsS.\-/+*?^$()[\]{}|]|\[(?:[^\]\\]|\\.)+\]|[^\\()[\]{}*+?|^$])`;
const FIXED = String.raw`(?:${ATOM}(?:\{\d{1,3}\})?)*`;
const VARIABLE = String.raw`(?:${ATOM}(?:[*+?]|\{\d{1,3},\d{0,3}\}))?`;

/**
 * Patterns that take time in proportion to the text, whatever it is: characters and classes in a row
 * from its beginning on, of which at most one is repeated a number of times that is not fixed.
 */
const SAFE_PATTERN = new RegExp(`^\\^${FIXED}${VARIABLE}${FIXED}\\$?$`, 'u');
const MAX_PATTERN_LENGTH = 200;

/** Keywords whose value holds schemas by names that are no keywords. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords that say what is left over by `patternProperties`. */
const REMAINDERS: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/**
 * The schema of a server's document. It goes out as it came. Of a server that is not trusted, only
 * such patterns are checked as cannot be made to run without end, which nothing could stop: the
 * server itself still checks the rest.
 *
 * @throws SchemaError where the document cannot be used.
 */
export function checkedSchema(document: JsonObject, isTrusted: boolean): StandardJsonSchema {
  // Refuses documents that are too deep to be walked through.
  const schema = jsonSchema(document);
  if (isTrusted) return schema;
  const { validate } = jsonSchema(withoutUnsafePatterns(document))['~standard'];
  return { '~standard': { ...schema['~standard'], validate } };
}

type Schema = Readonly<Record<string, unknown>>;

function withoutUnsafePatterns(schema: Schema): Schema {
  const { patternProperties, pattern } = schema;
  const dropsProperties =
    isObject(patternProperties) && !Object.keys(patternProperties).every(isSafe);
  const kept = Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'pattern' && typeof pattern === 'string' && !isSafe(pattern)) return [];
    if (dropsProperties && (key === 'patternProperties' || REMAINDERS.has(key))) return [];
    return [[key, DATA.has(key) ? value : within(value, MAPS.has(key))] as const];
  });
  return Object.fromEntries(kept);
}

function within(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => within(item, false));
  if (!isObject(value)) return value;
  if (!isMap) return withoutUnsafePatterns(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each, false)]));
}

function isSafe(pattern: string): boolean {
  return pattern.length <= MAX_PATTERN_LENGTH && SAFE_PATTERN.test(pattern);
}
