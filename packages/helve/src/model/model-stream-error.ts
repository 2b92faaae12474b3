import { HelveError } from '../schema/helve-error.ts';

/**
 * A model's response broke off: its stream ended without its end, or without the reason for it. What
 * came until then is not a whole response, so no call in it is run. `cause` is what the connection
 * or the provider's package reported, where it did. `code` is `MODEL_STREAM_INCOMPLETE`.
 *
 * @example
 * ```ts
 * for await (const part of await adapter.stream(request)) {
 *   if (part.type === 'error' && ModelStreamError.isInstance(part.error)) retryLater();
 * }
 * ```
 */
export class ModelStreamError extends HelveError {
  /** Asking again may help. */
  readonly isRetryable: boolean = true;

  constructor(model: string, { cause }: { readonly cause?: unknown } = {}) {
    const message =
      `The response of ${model} broke off: the provider never said why it ended. The connection or ` +
      "the provider may have failed: try again. If it happens every time, update the provider's " +
      'package.';
    super({
      name: 'ModelStreamError',
      code: 'MODEL_STREAM_INCOMPLETE',
      message,
      ...(cause === undefined ? {} : { cause }),
    });
  }

  /** Whether `value` is a `ModelStreamError`, from this or another copy of the library. */
  static override isInstance(value: unknown): value is ModelStreamError {
    return HelveError.hasCode(value, 'MODEL_STREAM_INCOMPLETE');
  }
}
