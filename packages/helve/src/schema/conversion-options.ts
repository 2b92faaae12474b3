import { isSchemaObject } from './json-type.ts';
import { forEachSubschema } from './schema-keywords.ts';
import type { JsonSchemaTarget, StandardJsonSchema } from './standard-schema.ts';

/** What the vendors' converters take beside the target. */
export interface ConversionOptions {
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

/** The kinds of types for which ArkType writes `{}` where nothing in JSON would be accepted. */
const ARKTYPE_UNREPRESENTABLE = ['date', 'domain', 'proto', 'symbolKey', 'unit'] as const;

/** Marks a place while looking for what cannot be converted. */
const MARK = 'helve: cannot be converted';

/**
 * What a vendor has to be told so that it fails, as the others do, on inputs that JSON cannot
 * carry. (An output may hold them: it is made JSON-safe before it is sent.)
 */
export function conversionOptions(
  vendor: string,
  direction: 'input' | 'output',
): ConversionOptions {
  if (vendor !== 'arktype' || direction !== 'input') return {};
  return arktypeFallback(({ code }) => {
    throw new Error(`ArkType's "${code}" types cannot be represented in JSON Schema`);
  });
}

/**
 * Where in a value the type is that a schema's library could not convert, as a path with `*` for
 * items and record values; `undefined` if the library cannot be asked. Converters give no place
 * with their errors, so each is run again and told to mark what it would have failed on.
 */
export function probeUnrepresentable(
  schema: StandardJsonSchema,
  direction: 'input' | 'output',
  target: JsonSchemaTarget,
): readonly PropertyKey[] | undefined {
  const { vendor, jsonSchema } = schema['~standard'];
  const options = markingOptions(vendor);
  if (options === undefined) return undefined;
  try {
    return findMark(jsonSchema[direction]({ target, ...options }));
  } catch {
    return undefined;
  }
}

function markingOptions(vendor: string): ConversionOptions | undefined {
  const mark = { $comment: MARK };
  if (vendor === 'zod') return { libraryOptions: { unrepresentable: () => mark } };
  if (vendor === 'arktype') return arktypeFallback(() => ({ ...mark }));
  if (vendor === 'valibot') {
    const overrideSchema = (context: { readonly errors?: unknown }) =>
      context.errors === undefined ? undefined : mark;
    return { libraryOptions: { errorMode: 'ignore', overrideSchema } };
  }
  return undefined;
}

function arktypeFallback(
  handle: (context: { readonly code: string }) => unknown,
): ConversionOptions {
  const handlers = ARKTYPE_UNREPRESENTABLE.map((code) => [code, handle] as const);
  return { libraryOptions: { fallback: Object.fromEntries(handlers) } };
}

function findMark(document: unknown): readonly PropertyKey[] | undefined {
  const pending: { readonly node: unknown; readonly path: readonly string[] }[] = [
    { node: document, path: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path } = next;
    if (!isSchemaObject(node)) continue;
    if (node['$comment'] === MARK) return path;
    forEachSubschema(node, (schema, [keyword, name]) => {
      pending.push({ node: schema, path: [...path, ...segmentOf(keyword, name)] });
    });
  }
  return undefined;
}

/** What entering a subschema means for the path in the value. */
function segmentOf(keyword: string | undefined, name: string | undefined): readonly string[] {
  switch (keyword) {
    case 'properties':
      return name === undefined ? [] : [name];
    case 'items':
    case 'prefixItems':
    case 'additionalItems':
    case 'additionalProperties':
    case 'patternProperties':
      return [name !== undefined && keyword !== 'patternProperties' ? name : '*'];
    default:
      return [];
  }
}
