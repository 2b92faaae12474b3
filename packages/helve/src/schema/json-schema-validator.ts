import type { Schema, Validator } from '@cfworker/json-schema';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toIssues } from './json-schema-issues.ts';
import type { LinkedDocument } from './link-document.ts';
import { linkDocument, WorkLimitReached } from './link-document.ts';
import type { InstanceReading } from './read-instance.ts';
import { readInstance } from './read-instance.ts';
import type { Issue, JsonSchemaDocument } from './standard-schema.ts';

/*
 * Validation against plain JSON Schemas is left to @cfworker/json-schema:
 *
 * - it interprets the schema. Compiling validators need `eval`, which edge runtimes and strict
 *   content security policies forbid, and take ten milliseconds for a schema that may be used once:
 *   an MCP server brings hundreds;
 * - it knows draft-07, 2019-09 and 2020-12 and runs against the official test suite for them;
 * - it has no dependencies, 22 KB minified (6 KB compressed), and the MIT licence.
 *
 * It is slower per value than compiled validators (tenths of a millisecond for thirty fields),
 * which no call of a model or over a network notices. What it leaves open is closed around it:
 * `linkDocument` resolves references and meters the work, `readInstance` bounds the value, and
 * `toIssues` makes messages that quote nothing.
 *
 * A regular expression that backtracks without end is the one thing that nothing here can stop.
 */

/** Work one validation may do: schemas applied, with so many more for each value in the value. */
const WORK = 100_000;
const WORK_PER_NODE = 100;

/** Longer arrays are not compared item by item, which takes the square of their length. */
const MAX_COMPARED_ITEMS = 10_000;

type Library = typeof import('@cfworker/json-schema');
type Validate<T> = (value: unknown) => StandardSchemaV1.Result<T>;

let library: Library | undefined;

/**
 * A validating function for a checked document. The library is loaded and the document prepared
 * when the first value comes; from then on results come at once.
 */
export function createJsonSchemaValidator<T>(
  document: JsonSchemaDocument,
): StandardSchemaV1<unknown, T>['~standard']['validate'] {
  let validate: Validate<T> | undefined;
  const validateNow = (value: unknown, loaded: Library) => {
    validate ??= prepare<T>(document, loaded);
    return validate(value);
  };
  return (value) =>
    library === undefined
      ? loadLibrary().then((loaded) => validateNow(value, loaded))
      : validateNow(value, library);
}

async function loadLibrary(): Promise<Library> {
  library = await import('@cfworker/json-schema');
  return library;
}

function prepare<T>(document: JsonSchemaDocument, { Validator, format }: Library): Validate<T> {
  const linked = linkDocument(document, (name) => Object.hasOwn(format, name));
  // the library's type names each keyword's type, which checkDocument has seen to
  const validator = new Validator(linked.root as Schema, linked.dialect, false);
  return (value) => {
    const reading = readInstance(value);
    if (!reading.ok) return { issues: [reading.issue] };
    const issues = validateInstance(validator, linked, reading);
    // a value comes back as it was given, and what it is called is for whoever wrote the schema
    return issues.length > 0 ? { issues } : { value: value as T };
  };
}

function validateInstance(
  validator: Validator,
  linked: LinkedDocument,
  { instance, nodes, longestArray }: Extract<InstanceReading, { ok: true }>,
): readonly Issue[] {
  if (linked.comparesItems && longestArray > MAX_COMPARED_ITEMS) {
    return refusal(`expected arrays of at most ${MAX_COMPARED_ITEMS} items, to compare them`);
  }
  linked.meter.left = WORK + WORK_PER_NODE * nodes;
  try {
    const { valid, errors } = validator.validate(instance);
    return valid ? [] : toIssues(errors, linked, instance);
  } catch (error) {
    if (error instanceof WorkLimitReached) {
      return refusal('the value takes too much work to validate');
    }
    // so much of the value fails, or so deep inside it, that the stack ends
    if (error instanceof RangeError)
      return refusal('the value is too large or too deep to validate');
    if (error instanceof URIError) return refusal('expected names that are valid Unicode');
    throw error;
  }
}

function refusal(message: string): readonly Issue[] {
  return [{ message, path: [] }];
}
