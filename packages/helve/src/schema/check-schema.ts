import { SchemaError } from './schema-error.ts';

export interface SchemaCheck {
  /** The parameter the schema was given as, for the message: `inputSchema`, `resumeSchema` … */
  readonly parameter: string;
  /** Whether a model or a client must be told what the schema wants, as JSON Schema. */
  readonly needsJsonSchema: boolean;
}

/**
 * Refuses what cannot validate, or cannot describe itself where it must, when a tool is made
 * rather than when a model calls it. Schemas may be objects or functions (ArkType's are callable).
 *
 * @throws SchemaError naming the parameter and the fix.
 *
 * @example
 * ```ts
 * checkSchema(z.object({ city: z.string() }), { parameter: 'inputSchema', needsJsonSchema: true });
 * ```
 */
export function checkSchema(value: unknown, check: SchemaCheck): void {
  const props = standardProps(value);
  if (typeof props['validate'] !== 'function') {
    throw new SchemaError(`${check.parameter} cannot validate. ${fixForNoSchema(value)}`);
  }
  if (check.needsJsonSchema && !isConverter(props['jsonSchema'])) {
    throw new SchemaError(
      `${check.parameter} cannot be described as JSON Schema, which ` +
        `${check.parameter} needs. ${fixForNoJsonSchema(props['vendor'])}`,
    );
  }
}

function standardProps(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObjectOrFunction(value)) return {};
  const props: unknown = Reflect.get(value, '~standard');
  // a boundary: every member is checked before it is used
  return isObjectOrFunction(props) ? (props as Readonly<Record<string, unknown>>) : {};
}

function isConverter(value: unknown): boolean {
  return (
    isObjectOrFunction(value) &&
    typeof Reflect.get(value, 'input') === 'function' &&
    typeof Reflect.get(value, 'output') === 'function'
  );
}

function fixForNoSchema(value: unknown): string {
  if (isObjectOrFunction(value)) {
    if ('_def' in value) {
      return 'This looks like a schema of an old Zod: upgrade to zod ≥ 4.2.';
    }
    if (!('~standard' in value) && looksLikeJsonSchema(value)) {
      return 'This looks like a plain JSON Schema: wrap it with jsonSchema(document).';
    }
  }
  return (
    'Give a schema that implements Standard Schema (standardschema.dev), such as one of ' +
    'Zod ≥ 4.2, Valibot or ArkType, or a plain JSON Schema wrapped with jsonSchema(document).'
  );
}

function fixForNoJsonSchema(vendor: unknown): string {
  if (vendor === 'zod') {
    return (
      'Fix: upgrade to zod ≥ 4.2, and import from "zod": ' +
      'schemas of "zod/mini" do not describe themselves.'
    );
  }
  if (vendor === 'valibot') {
    return 'Fix: wrap the schema with toStandardJsonSchema from @valibot/to-json-schema.';
  }
  const name = typeof vendor === 'string' && vendor !== '' ? `"${vendor}"` : 'its library';
  return (
    `Fix: use a version of ${name} that implements Standard JSON Schema ` +
    '(standardschema.dev/json-schema), or wrap a plain JSON Schema with jsonSchema(document).'
  );
}

function looksLikeJsonSchema(value: object): boolean {
  return (
    '$schema' in value ||
    'properties' in value ||
    '$ref' in value ||
    ('type' in value && (typeof value.type === 'string' || Array.isArray(value.type)))
  );
}

function isObjectOrFunction(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
