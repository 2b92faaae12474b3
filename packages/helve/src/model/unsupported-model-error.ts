import { HelveError } from '../schema/helve-error.ts';

/**
 * What was given as a model is none that Helve can speak to. `code` is `UNSUPPORTED_MODEL`.
 *
 * @example
 * ```ts
 * try {
 *   new Agent({ id: 'support', model: openai.embedding('text-embedding-3-small') });
 * } catch (error) {
 *   if (UnsupportedModelError.isInstance(error)) console.error(error.message);
 * }
 * ```
 */
export class UnsupportedModelError extends HelveError {
  constructor(message: string) {
    super({ name: 'UnsupportedModelError', code: 'UNSUPPORTED_MODEL', message });
  }

  /** Whether `value` is an `UnsupportedModelError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is UnsupportedModelError {
    return HelveError.hasCode(value, 'UNSUPPORTED_MODEL');
  }
}
