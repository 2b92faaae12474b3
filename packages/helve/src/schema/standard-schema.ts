import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

/**
 * A schema that validates: the Standard Schema interface, which Zod, Valibot, ArkType and others
 * implement. `Input` is what callers pass, `Output` what validation gives (defaults filled in,
 * transforms applied).
 */
export type StandardSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/**
 * A schema that validates and also describes itself as JSON Schema, as models and MCP clients
 * need: Zod ≥ 4.2, ArkType, Valibot through `toStandardJsonSchema`, and `jsonSchema()`.
 */
export interface StandardJsonSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> &
    StandardJSONSchemaV1.Props<Input, Output>;
}

/** The type a schema takes. */
export type InferInput<S extends StandardSchema> = StandardSchemaV1.InferInput<S>;

/** The type a schema gives. */
export type InferOutput<S extends StandardSchema> = StandardSchemaV1.InferOutput<S>;

/** A JSON Schema as an object. (A boolean root is written `{}` or `{ not: {} }`.) */
export type JsonSchemaDocument = Readonly<Record<string, unknown>>;

/** What may stand wherever JSON Schema expects a schema. */
export type SchemaNode = JsonSchemaDocument | boolean;

/** The versions of JSON Schema that Helve publishes: draft-07 for models, 2020-12 for MCP. */
export type JsonSchemaTarget = 'draft-07' | 'draft-2020-12';

/** One thing that is wrong with a value. */
export interface Issue {
  /**
   * What is wrong, in the schema library's words. It may quote the value: for audiences that may
   * not see raw data, see `expectation.ts`.
   */
  readonly message: string;
  /** Where: property names and array indices from the root; empty for the value as a whole. */
  readonly path: readonly PropertyKey[];
  /** What the validator threw, if it threw. For logs only. */
  readonly cause?: unknown;
}

/** Whether a schema describes itself as JSON Schema (`check-schema.ts` refuses those that must). */
export function isStandardJsonSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
): schema is StandardSchema<Input, Output> & StandardJsonSchema<Input, Output> {
  const props = schema['~standard'];
  const converter = 'jsonSchema' in props ? props.jsonSchema : undefined;
  return (
    typeof converter === 'object' &&
    converter !== null &&
    'input' in converter &&
    typeof converter.input === 'function' &&
    'output' in converter &&
    typeof converter.output === 'function'
  );
}
