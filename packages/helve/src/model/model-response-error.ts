import { HelveError } from '../schema/helve-error.ts';

/**
 * A model gave something that is no response at all in its version of the interface.
 * `code` is `MODEL_RESPONSE_INVALID`.
 *
 * @example
 * ```ts
 * try {
 *   await adapter.stream(request);
 * } catch (error) {
 *   if (ModelResponseError.isInstance(error)) console.error(error.message);
 * }
 * ```
 */
export class ModelResponseError extends HelveError {
  /** `expected` completes "… must …". */
  constructor(model: string, expected: string) {
    const message = `The model ${model} ${expected}. Fix or update the package it comes from.`;
    super({ name: 'ModelResponseError', code: 'MODEL_RESPONSE_INVALID', message });
  }

  /** Whether `value` is a `ModelResponseError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is ModelResponseError {
    return HelveError.hasCode(value, 'MODEL_RESPONSE_INVALID');
  }
}
