import { HelveError } from 'helve';

/**
 * An MCP server was set up wrongly; the message says what to change. `code` is
 * `INVALID_MCP_SERVER`.
 *
 * @example
 * try {
 *   createMcpServer(options);
 * } catch (error) {
 *   if (InvalidMcpServerError.isInstance(error)) console.error(error.message);
 *   else throw error;
 * }
 */
export class InvalidMcpServerError extends HelveError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super({
      name: 'InvalidMcpServerError',
      code: 'INVALID_MCP_SERVER',
      message,
      ...('cause' in options ? { cause: options.cause } : {}),
    });
  }

  /** Whether `value` is one, from this or another copy of the package. */
  static override isInstance(value: unknown): value is InvalidMcpServerError {
    return HelveError.hasCode(value, 'INVALID_MCP_SERVER');
  }
}
