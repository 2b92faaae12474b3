import { conversionOptions, probeUnrepresentable } from './conversion-options.ts';
import { deepFreeze } from './deep-freeze.ts';
import { HelveError } from './helve-error.ts';
import { formatPath } from './issues.ts';
import { isSchemaObject } from './json-type.ts';
import type {
  JsonSchemaDocument,
  JsonSchemaTarget,
  StandardJsonSchema,
} from './standard-schema.ts';

/** Which side of a schema: what it takes, or what it gives (after defaults and transforms). */
export type SchemaDirection = 'input' | 'output';

/** A schema as JSON Schema. */
export interface DescribedSchema {
  /** Frozen all through, so that many runtimes can share it. */
  readonly document: JsonSchemaDocument;
  /** The same as JSON text. */
  readonly text: string;
}

/** Whose schema it is, for messages. */
export interface SchemaPlace {
  readonly toolName: string;
  /** `inputSchema`, `outputSchema`, `resumeSchema` … */
  readonly parameter: string;
}

/**
 * A schema that validates but cannot be written as JSON Schema, say because it wants a `Date`,
 * which no JSON can carry. The message names the tool, the parameter and, where the library tells,
 * the place. `code` is `SCHEMA_CONVERSION_FAILED`.
 */
export class SchemaConversionError extends HelveError {
  constructor(
    place: SchemaPlace,
    { cause, path }: { readonly cause: unknown; readonly path: readonly PropertyKey[] | undefined },
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const where = path === undefined ? '' : ` at "${formatPath(path)}"`;
    super({
      name: 'SchemaConversionError',
      code: 'SCHEMA_CONVERSION_FAILED',
      message:
        `${place.parameter} of tool "${place.toolName}" cannot be written as JSON Schema` +
        `${where}: ${reason.replace(/\.$/, '')}. Use what JSON can carry there: a string for a ` +
        'date or a big number, an optional property for undefined.',
      cause,
    });
  }

  /** Whether `value` is a `SchemaConversionError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is SchemaConversionError {
    return HelveError.hasCode(value, 'SCHEMA_CONVERSION_FAILED');
  }
}

const described = new WeakMap<object, Map<string, DescribedSchema>>();

/**
 * A schema as JSON Schema, made when first asked for and then kept for as long as the schema.
 *
 * What the vendors' libraries cannot write fails, with its place, rather than being published as
 * "anything": a model would fill it in and fail for ever. Documents given to `jsonSchema()` go out
 * as they came, whatever the target.
 *
 * @throws SchemaConversionError
 *
 * @example
 * ```ts
 * const place = { toolName: 'weather', parameter: 'inputSchema' };
 * describeSchema(z.object({ city: z.string() }), 'input', 'draft-07', place).text;
 * // '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object", …'
 * ```
 */
export function describeSchema(
  schema: StandardJsonSchema,
  direction: SchemaDirection,
  target: JsonSchemaTarget,
  place: SchemaPlace,
): DescribedSchema {
  const kept = described.get(schema) ?? new Map<string, DescribedSchema>();
  described.set(schema, kept);
  const key = `${direction} ${target}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = convert(schema, direction, target, place);
  kept.set(key, made);
  return made;
}

function convert(
  schema: StandardJsonSchema,
  direction: SchemaDirection,
  target: JsonSchemaTarget,
  place: SchemaPlace,
): DescribedSchema {
  const { vendor, jsonSchema } = schema['~standard'];
  try {
    const text = JSON.stringify(
      jsonSchema[direction]({ target, ...conversionOptions(vendor, direction) }),
    );
    // read back, so that the document shares nothing with the objects of whoever wrote the schema
    const document: unknown = JSON.parse(text);
    if (!isSchemaObject(document)) throw new Error('the library gave no JSON Schema');
    return { document: deepFreeze(document), text };
  } catch (cause) {
    const path = probeUnrepresentable(schema, direction, target);
    throw new SchemaConversionError(place, { cause, path });
  }
}
