type Schema = Readonly<Record<string, unknown>>;

/** A value that fits a plain JSON Schema: what it has by default, else the simplest there is. */
export function sampleOf(schema: Schema): unknown {
  const { type, items, enum: values, anyOf, oneOf, const: only } = schema;
  if (only !== undefined) return only;
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(values)) return values[0];
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return sampleOf(branches[0]);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectOf(schema);
    case 'array': {
      const length = Number(schema['minItems'] ?? 1);
      return Array.from({ length }, () => sampleOf(asSchema(items)));
    }
    case 'number':
    case 'integer':
      return Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0) + 1;
    case 'boolean':
      return true;
    default:
      return schema['format'] === 'uri' ? 'https://example.com/' : 'text';
  }
}

/** An object with what is required in it. */
function objectOf({ properties, required }: Schema): Readonly<Record<string, unknown>> {
  const fields = asSchema(properties);
  const names: readonly string[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(names.map((name) => [name, sampleOf(asSchema(fields[name]))]));
}

function asSchema(value: unknown): Schema {
  // Schemas of documents are objects.
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
