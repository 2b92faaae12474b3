import { HelveError } from '../schema/helve-error.ts';

/**
 * A model's response broke off: its stream ended without saying why. What came until then is not a
 * whole response, so no call in it is run. `code` is `MODEL_STREAM_INCOMPLETE`.
 *
 * @example
 * ```ts
 * for await (const part of await adapter.stream(request)) {
 *   if (part.type === 'error' && ModelStreamError.isInstance(part.error)) retryLater();
 * }
 * ```
 */
export class ModelStreamError extends HelveError {
  constructor(model: string) {
    const message =
      `The response of ${model} ended before it was complete (no finish part). The connection or ` +
      "the provider may have failed: try again. If it happens every time, update the provider's " +
      'package.';
    super({ name: 'ModelStreamError', code: 'MODEL_STREAM_INCOMPLETE', message });
  }

  /** Whether `value` is a `ModelStreamError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is ModelStreamError {
    return HelveError.hasCode(value, 'MODEL_STREAM_INCOMPLETE');
  }
}
