import { SchemaError } from './schema-error.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';

/** The versions of JSON Schema that `jsonSchema()` validates. */
export type Dialect = '7' | '2019-09' | '2020-12';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/**
 * The version a document is written in, by its `$schema`; 2020-12 where it names none.
 *
 * @throws SchemaError for any other version.
 */
export function dialectOf(document: JsonSchemaDocument): Dialect {
  const name = document['$schema'];
  if (name === undefined) return '2020-12';
  const dialect =
    typeof name === 'string'
      ? DIALECTS.get(name.replace(/^https?:\/\//, '').replace(/#$/, ''))
      : undefined;
  if (dialect === undefined) {
    throw new SchemaError(
      `The JSON Schema's "$schema" is ${JSON.stringify(name)}. Helve validates draft-07, 2019-09 ` +
        'and 2020-12: convert the document and name one of them, or leave "$schema" out for 2020-12.',
    );
  }
  return dialect;
}
