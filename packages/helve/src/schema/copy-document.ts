import { deepFreeze } from './deep-freeze.ts';
import { isPlainObject, setOwnValue } from './json-type.ts';
import { SchemaError } from './schema-error.ts';
import type { JsonSchemaDocument } from './standard-schema.ts';

/** Limits on documents, which may come from strangers' MCP servers. */
const MAX_DOCUMENT_DEPTH = 128;
/** Objects and arrays in a document. */
const MAX_DOCUMENT_NODES = 10_000;
/** Characters of a document's JSON text. */
const MAX_DOCUMENT_LENGTH = 1_000_000;

/**
 * A frozen copy of a JSON Schema document, made of JSON values only. A boolean document becomes
 * the object that means the same.
 *
 * @throws SchemaError where the document is not JSON, or is too deep or too large.
 */
export function copyDocument(given: unknown): JsonSchemaDocument {
  if (given === true) return Object.freeze({});
  if (given === false) return deepFreeze({ not: {} });
  if (!isPlainObject(given)) {
    throw new SchemaError(
      'jsonSchema() takes a JSON Schema: a plain object, or a boolean. ' +
        'If the document is text, parse it first: jsonSchema(JSON.parse(text)).',
    );
  }
  const copy = new DocumentCopier().copyObject(given, []);
  const { length } = JSON.stringify(copy);
  if (length > MAX_DOCUMENT_LENGTH) {
    throw new SchemaError(
      `The JSON Schema has ${length} characters, and at most ${MAX_DOCUMENT_LENGTH} can be used. ` +
        'Split the tool, or move long descriptions and enums out of the schema.',
    );
  }
  return deepFreeze(copy);
}

/** Lives for one document: counts its nodes. */
class DocumentCopier {
  #nodes = 0;

  copyObject(given: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
    this.#enter(path);
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(given)) {
      const value = given[key];
      if (LONE_SURROGATE.test(key)) refuse([...path, key], 'a name that is not valid Unicode');
      // `{ minimum: undefined }` says nothing, in JSON too
      if (value !== undefined) setOwnValue(copy, key, this.#copyValue(value, [...path, key]));
    }
    return copy;
  }

  #copyValue(value: unknown, path: readonly string[]): unknown {
    if (Array.isArray(value)) {
      this.#enter(path);
      return Array.from(value, (item: unknown, index) =>
        this.#copyValue(item, [...path, String(index)]),
      );
    }
    if (isPlainObject(value)) return this.copyObject(value, path);
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return refuse(path, `${describeValue(value)}, which is not JSON`);
  }

  #enter(path: readonly string[]): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_DOCUMENT_NODES) {
      throw new SchemaError(
        `The JSON Schema has more than ${MAX_DOCUMENT_NODES} objects and arrays. ` +
          'Move what repeats into $defs and refer to it with $ref.',
      );
    }
    if (path.length >= MAX_DOCUMENT_DEPTH) {
      throw new SchemaError(
        `The JSON Schema is more than ${MAX_DOCUMENT_DEPTH} levels deep, or contains itself. ` +
          'Move parts into $defs and refer to them with $ref, also for recursion.',
      );
    }
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function describeValue(value: unknown): string {
  if (typeof value === 'object')
    return `an object of a class (${Object.prototype.toString.call(value)})`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

function refuse(path: readonly string[], what: string): never {
  throw new SchemaError(
    `The JSON Schema has ${what}, at "#/${path.join('/')}". Write the document in JSON values only.`,
  );
}
