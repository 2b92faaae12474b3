import { HelveError } from './helve-error.ts';

/**
 * A schema that cannot be used, refused where it was given. The message names the parameter and
 * the fix. `code` is `INVALID_SCHEMA`.
 *
 * @example
 * ```ts
 * try {
 *   jsonSchema({ $ref: 'https://example.com/user.json' });
 * } catch (error) {
 *   if (SchemaError.isInstance(error)) console.error(error.message);
 * }
 * ```
 */
export class SchemaError extends HelveError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super({ name: 'SchemaError', code: 'INVALID_SCHEMA', message, ...options });
  }

  /** Whether `value` is a `SchemaError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is SchemaError {
    return HelveError.hasCode(value, 'INVALID_SCHEMA');
  }
}
