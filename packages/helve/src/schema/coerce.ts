import type { RepairSearch, SearchOutcome } from './repair-search.ts';
import type { Issue, JsonSchemaDocument, StandardSchema } from './standard-schema.ts';
import type { ValidationFailure, ValidationResult } from './validate.ts';
import { validateWith } from './validate.ts';

/**
 * Loaded when the first value fails: a quarter of the code behind `createTool()` is for inputs that
 * are wrong.
 */
let repairs: typeof import('./repair-search.ts') | undefined;

/** Makes {@link coerceAndValidate} answer at once also where a value fails. */
export async function loadRepairs(): Promise<void> {
  repairs ??= await import('./repair-search.ts');
}

/** What coercing and validating an input gives. */
export type CoerceResult<Output = unknown> =
  | {
      readonly ok: true;
      /** The accepted input: as given, or repaired, before the schema's defaults and transforms. */
      readonly accepted: unknown;
      /** The schema's output for `accepted`. */
      readonly parsed: Output;
      /** Whether `accepted` is not the value as given. */
      readonly repaired: boolean;
    }
  | {
      readonly ok: false;
      /**
       * Those of the best attempt: the one with the fewest of the first failures left; of equal
       * ones that with the deepest issues, then that of the earliest branch, repaired rather than
       * as given.
       */
      readonly issues: readonly Issue[];
    };

/**
 * Validates an input and, only if it fails, repairs what models commonly get wrong:
 *
 * - an absent whole input becomes `{}` or `[]`, where the schema admits it;
 * - `null` that is not admitted becomes absent, where the property is optional or has a default;
 * - a string where only another type is admitted becomes the JSON value it holds.
 *
 * Repairs are made only where the value fails, are tried branch by branch in unions (at most 16),
 * combine, and count only if the schema accepts the whole. They look at no more than 1,000 places
 * and call the validator no more than 64 times. The given value is never changed.
 *
 * The first failure of a process is answered through a promise, since what repairs is loaded then.
 *
 * @param describeInput gives the schema's input as JSON Schema. Asked only after a failure; where
 *   it gives nothing or throws, nothing is repaired.
 *
 * @example
 * ```ts
 * const schema = z.object({ ids: z.array(z.number()), limit: z.number().optional() });
 * coerceAndValidate(schema, () => describeSchema(schema, 'input', 'draft-07').document, {
 *   ids: '[1, 2]',
 *   limit: null,
 * });
 * // { ok: true, accepted: { ids: [1, 2] }, parsed: { ids: [1, 2] }, repaired: true }
 * ```
 */
export function coerceAndValidate<Output>(
  schema: StandardSchema<unknown, Output>,
  describeInput: () => JsonSchemaDocument | undefined,
  value: unknown,
): CoerceResult<Output> | Promise<CoerceResult<Output>> {
  const result = validateWith(schema, value);
  return result instanceof Promise
    ? result.then((settled) => conclude(schema, describeInput, value, settled))
    : conclude(schema, describeInput, value, result);
}

function conclude<Output>(
  schema: StandardSchema<unknown, Output>,
  describeInput: () => JsonSchemaDocument | undefined,
  value: unknown,
  result: ValidationResult<Output>,
): CoerceResult<Output> | Promise<CoerceResult<Output>> {
  if (result.ok) return { ok: true, accepted: value, parsed: result.value, repaired: false };
  const search = () => repair(schema, describeInput, value, result);
  return repairs ? search() : loadRepairs().then(search, () => result);
}

function repair<Output>(
  schema: StandardSchema<unknown, Output>,
  describeInput: () => JsonSchemaDocument | undefined,
  value: unknown,
  failure: ValidationFailure,
): CoerceResult<Output> | Promise<CoerceResult<Output>> {
  try {
    const document = describeInput();
    return document === undefined || !repairs
      ? failure
      : drive(schema, repairs.searchRepairs(document, value, failure.issues), failure);
  } catch {
    // a schema that cannot be described still validates: the issues it found stand
    return failure;
  }
}

/** Runs a search, at once while the schema answers at once, else as a promise. */
function drive<Output>(
  schema: StandardSchema<unknown, Output>,
  search: RepairSearch<Output>,
  failure: ValidationFailure,
): CoerceResult<Output> | Promise<CoerceResult<Output>> {
  let step = search.next();
  while (step.done !== true) {
    const result = validateWith(schema, step.value);
    if (result instanceof Promise) return driveLater(schema, search, result, failure);
    step = search.next(result);
  }
  return toResult(step.value);
}

async function driveLater<Output>(
  schema: StandardSchema<unknown, Output>,
  search: RepairSearch<Output>,
  pending: Promise<ValidationResult<Output>>,
  failure: ValidationFailure,
): Promise<CoerceResult<Output>> {
  try {
    let step = search.next(await pending);
    while (step.done !== true) step = search.next(await validateWith(schema, step.value));
    return toResult(step.value);
  } catch {
    // reading a value can throw as well: objects with getters, proxies
    return failure;
  }
}

function toResult<Output>(outcome: SearchOutcome<Output>): CoerceResult<Output> {
  return outcome.ok ? { ...outcome, repaired: true } : outcome;
}
