import type { ValidationErrors } from '../schema/issues.ts';

/**
 * A value that did not fit its schema: the tool's input, its request context, its output, or what
 * it suspended or was resumed with. It is returned, not thrown; `tool.run()` throws it instead.
 *
 * @example
 * const result = await weatherTool.execute({ city: 42 });
 * if (isValidationError(result)) console.error(result.message);
 */
export interface ValidationError {
  readonly error: true;
  /** All issues in one text, with what to do about them. */
  readonly message: string;
  readonly validationErrors: ValidationErrors;
}

/**
 * Tells a {@link ValidationError} from a tool's output.
 *
 * @example
 * if (isValidationError(result)) return result.validationErrors.fields;
 */
export function isValidationError(value: unknown): value is ValidationError {
  try {
    return hasShape(value);
  } catch {
    // What cannot even be looked at is no validation error, but some tool's odd output.
    return false;
  }
}

function hasShape(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  return (
    value.error === true &&
    'message' in value &&
    typeof value.message === 'string' &&
    'validationErrors' in value &&
    typeof value.validationErrors === 'object' &&
    value.validationErrors !== null
  );
}
