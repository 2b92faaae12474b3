import { formatIssues } from './issues.ts';
import { phraseOf } from './phrase.ts';
import type { Child } from './schema-children.ts';
import { itemSchemas, propertySchemas } from './schema-children.ts';
import type { View } from './schema-views.ts';
import { admitsType, MAX_VIEWS, viewsOf } from './schema-views.ts';
import type { Issue, JsonSchemaDocument } from './standard-schema.ts';

/**
 * What to tell audiences that may not see raw data about a failed validation. A schema library's
 * issue texts may quote the value; these sentences come from the JSON Schema alone, its defaults
 * and examples left out.
 */

const ADMITTED = 'expected a value admitted by the schema';

/** Stands for names that come from the data: record keys, unknown properties. */
const ANY_NAME = '*';

/** What a path leads to in a schema. */
interface Location {
  /** The path with every name that the schema does not have replaced. */
  readonly path: readonly PropertyKey[];
  /** The ways to read the schema there; `undefined` where the schema knows of no such place. */
  readonly views: readonly View[] | undefined;
}

/**
 * What a schema expects at a path, as a sentence without any value of the input.
 *
 * @example
 * ```ts
 * const document = { type: 'object', properties: { age: { type: 'number', minimum: 0 } } };
 * describeExpectation(document, ['age']); // 'expected number ≥ 0'
 * describeExpectation(document, ['shoe']); // 'expected a value admitted by the schema'
 * ```
 */
export function describeExpectation(
  document: JsonSchemaDocument | undefined,
  path: readonly PropertyKey[],
): string {
  return expectationOf(locate(document, path));
}

/**
 * Issues with nothing raw in them: paths of the schema's own names, expectations for messages.
 * Several issues that become the same are one.
 *
 * @example
 * ```ts
 * safeIssues([{ message: 'got "4111-1111"', path: ['cards', 'jane@example.com'] }], document);
 * // [{ message: 'expected number', path: ['cards', '*'] }]
 * ```
 */
export function safeIssues(
  issues: readonly Issue[],
  document: JsonSchemaDocument | undefined,
): readonly Issue[] {
  const safe = new Map<string, Issue>();
  for (const issue of issues) {
    const location = locate(document, issue.path);
    const message = expectationOf(location);
    safe.set(JSON.stringify([location.path, message]), { message, path: location.path });
  }
  return [...safe.values()];
}

/**
 * `safeIssues` as text, one line each: `- customer.age: expected number ≥ 0`.
 *
 * @param document the schema; without one nothing is known but that the value was refused.
 */
export function safeIssueLines(
  issues: readonly Issue[],
  document: JsonSchemaDocument | undefined,
): string {
  return formatIssues(safeIssues(issues, document));
}

function expectationOf({ views }: Location): string {
  const phrase = views === undefined ? undefined : phraseOf(views);
  return phrase === undefined ? ADMITTED : `expected ${phrase}`;
}

function locate(document: JsonSchemaDocument | undefined, path: readonly PropertyKey[]): Location {
  if (document === undefined) return { path: path.map(() => ANY_NAME), views: undefined };
  const safePath: PropertyKey[] = [];
  let views: readonly View[] = viewsOf(document, [document]).views;
  for (const segment of path) {
    const steps = views.map((view) => stepInto(view, segment));
    safePath.push(steps.some(({ declared }) => declared) ? segment : ANY_NAME);
    views = steps
      .flatMap(({ schemas }) => (schemas.length > 0 ? viewsOf(document, schemas).views : []))
      .slice(0, MAX_VIEWS);
  }
  return { path: safePath, views: views.length > 0 ? views : undefined };
}

function stepInto(view: View, segment: PropertyKey): Child {
  if (typeof segment === 'symbol') return { schemas: [], declared: false };
  // a number is an index only where nothing but an array can be: elsewhere it may be a record's key
  const isArray = admitsType(view, 'array') && !admitsType(view, 'object');
  if (isArray && Number.isInteger(Number(segment))) return itemSchemas(view, Number(segment));
  return propertySchemas(view, String(segment));
}
