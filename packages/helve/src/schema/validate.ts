import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Issue, StandardSchema } from './standard-schema.ts';

/** What validating gave: the schema's output, or everything that is wrong with the value. */
export type ValidationResult<Output = unknown> =
  | { readonly ok: true; readonly value: Output }
  | ValidationFailure;

export interface ValidationFailure {
  readonly ok: false;
  /** At least one. */
  readonly issues: readonly Issue[];
}

/**
 * Validates `value`, at once where the schema can and through a promise only where it gives one
 * (asking Zod for a promise would cost it its compiled fast path).
 *
 * It fails closed and never throws: a validator that throws, rejects or answers with something
 * that is no Standard Schema result has refused the value.
 *
 * @example
 * ```ts
 * const validating = validateWith(z.object({ n: z.number() }), { n: 1 });
 * const result = validating instanceof Promise ? await validating : validating;
 * if (result.ok) result.value.n;
 * ```
 */
export function validateWith<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
): ValidationResult<Output> | Promise<ValidationResult<Output>> {
  try {
    const result = schema['~standard'].validate(value);
    return isThenable(result) ? settle(result) : toValidationResult(result);
  } catch (cause) {
    return failure('the schema threw while it checked the value', cause);
  }
}

async function settle<Output>(
  pending: PromiseLike<StandardSchemaV1.Result<Output>>,
): Promise<ValidationResult<Output>> {
  try {
    return toValidationResult(await pending);
  } catch (cause) {
    return failure('the schema threw while it checked the value', cause);
  }
}

/** Does not trust the shape of the answer: any object may call itself a Standard Schema. */
function toValidationResult<Output>(
  result: StandardSchemaV1.Result<Output>,
): ValidationResult<Output> {
  const answer: unknown = result;
  if (typeof answer === 'object' && answer !== null) {
    // issues first: on failure some vendors also give the value as far as they got
    if (result.issues) return { ok: false, issues: toIssues(result.issues) };
    if ('value' in result) return { ok: true, value: result.value };
  }
  return failure('the schema gave no validation result');
}

function toIssues(given: readonly StandardSchemaV1.Issue[]): readonly Issue[] {
  const issues: Issue[] = [];
  if (Array.isArray(given)) {
    // not map(): vendors subclass Array, and their constructors do other things with a length
    for (const { message, path } of given) {
      issues.push({ message: String(message), path: toPath(path) });
    }
  }
  return issues.length > 0 ? issues : failure('the schema refused the value').issues;
}

function toPath(given: StandardSchemaV1.Issue['path']): readonly PropertyKey[] {
  const path: PropertyKey[] = [];
  for (const segment of given ?? []) {
    path.push(typeof segment === 'object' ? segment.key : segment);
  }
  return path;
}

function failure(message: string, cause?: unknown): ValidationFailure {
  const issue = cause === undefined ? { message, path: [] } : { message, path: [], cause };
  return { ok: false, issues: [issue] };
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}
