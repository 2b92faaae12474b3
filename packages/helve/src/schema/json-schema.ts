import { checkDocument } from './check-document.ts';
import { copyDocument } from './copy-document.ts';
import { createJsonSchemaValidator } from './json-schema-validator.ts';
import type { StandardJsonSchema } from './standard-schema.ts';

/**
 * Makes a schema of a plain JSON Schema: draft-07, 2019-09 or 2020-12 by its `$schema` (2020-12
 * where it names none). What it describes is up to the type parameter; nothing is inferred.
 *
 * The document is copied, so changing it later has no effect, and published as it came. Formats
 * are checked, patterns are regular expressions with the `u` flag (a pattern that backtracks
 * without end cannot be stopped, so take documents from where you would take code). References
 * stay within the document; nothing is fetched. Properties that are `undefined` count as absent.
 *
 * The validator is loaded when the first value is validated, so that the first result comes as a
 * promise.
 *
 * @throws SchemaError where the document cannot be used: what is wrong, where, and what to do.
 *
 * @example
 * ```ts
 * const inputSchema = jsonSchema<{ city: string }>({
 *   type: 'object',
 *   properties: { city: { type: 'string' } },
 *   required: ['city'],
 * });
 * ```
 */
export function jsonSchema<T = unknown>(
  document: Readonly<Record<string, unknown>> | boolean,
): StandardJsonSchema<T, T> {
  const copy = copyDocument(document);
  checkDocument(copy);
  const describe = () => copy;
  return {
    '~standard': {
      version: 1,
      vendor: 'helve',
      validate: createJsonSchemaValidator<T>(copy),
      jsonSchema: { input: describe, output: describe },
    },
  };
}
