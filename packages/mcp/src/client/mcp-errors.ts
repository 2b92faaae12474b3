import { HelveError } from 'helve';

// Their messages are what a model is told, so nothing of a server's own words is in them, no address
// and no credential: those are in `cause`, for logs.

/**
 * The configuration of a client cannot be used. `code` is `MCP_CONFIG`.
 *
 * @example
 * try { createMcpClient({ servers }); } catch (error) {
 *   if (McpConfigError.isInstance(error)) console.error(error.message);
 *   else throw error;
 * }
 */
export class McpConfigError extends HelveError {
  constructor(message: string, cause?: unknown) {
    super({ name: 'McpConfigError', code: 'MCP_CONFIG', message, cause });
  }

  static override isInstance(value: unknown): value is McpConfigError {
    return HelveError.hasCode(value, 'MCP_CONFIG');
  }
}

/**
 * A server could not be started or reached; nothing was sent to it. `code` is `MCP_UNREACHABLE`.
 *
 * @example
 * const found = await tool.run(input).catch((error) => {
 *   if (McpUnreachableError.isInstance(error)) return cached;
 *   throw error;
 * });
 */
export class McpUnreachableError extends HelveError {
  /** The server's name in the client's configuration. */
  readonly server: string;
  /** The last lines that the server's process wrote to its standard error; for logs. */
  readonly stderr: string | undefined;

  constructor(server: string, why: string, details: { cause?: unknown; stderr?: string } = {}) {
    super({
      name: 'McpUnreachableError',
      code: 'MCP_UNREACHABLE',
      message: `The MCP server "${server}" ${why}. The call was not made.`,
      cause: details.cause,
    });
    this.server = server;
    this.stderr = details.stderr;
  }

  static override isInstance(value: unknown): value is McpUnreachableError {
    return HelveError.hasCode(value, 'MCP_UNREACHABLE');
  }
}

/**
 * A server wants a person to log in, or refuses the credentials it was given. `code` is
 * `MCP_UNAUTHORIZED`.
 *
 * @example
 * if (McpUnauthorizedError.isInstance(error)) await client.finishAuth(error.server, code);
 */
export class McpUnauthorizedError extends HelveError {
  readonly server: string;

  constructor(server: string, cause?: unknown) {
    super({
      name: 'McpUnauthorizedError',
      code: 'MCP_UNAUTHORIZED',
      message: `The MCP server "${server}" did not accept the credentials it was given. The application has to log in: correct its \`auth\`, or finish an OAuth login with client.finishAuth().`,
      cause,
    });
    this.server = server;
  }

  static override isInstance(value: unknown): value is McpUnauthorizedError {
    return HelveError.hasCode(value, 'MCP_UNAUTHORIZED');
  }
}

/**
 * The connection was lost after a call had been sent: whether it took effect is not known, and it is
 * not repeated. `code` is `MCP_CONNECTION_LOST`.
 *
 * @example
 * if (McpConnectionLostError.isInstance(error)) await checkWhatHappened();
 */
export class McpConnectionLostError extends HelveError {
  readonly server: string;

  constructor(server: string, effects: string, cause?: unknown) {
    super({
      name: 'McpConnectionLostError',
      code: 'MCP_CONNECTION_LOST',
      message: `The MCP server "${server}" went away before it had answered.${effects}`,
      cause,
    });
    this.server = server;
  }

  static override isInstance(value: unknown): value is McpConnectionLostError {
    return HelveError.hasCode(value, 'MCP_CONNECTION_LOST');
  }
}

/**
 * A server gave no sign of life within the time it has. It was told to stop. `code` is
 * `MCP_TIMEOUT`.
 *
 * @example
 * if (McpTimeoutError.isInstance(error)) console.warn(`${error.server} is slow`);
 */
export class McpTimeoutError extends HelveError {
  readonly server: string;
  /** The limit that was reached, in milliseconds. */
  readonly timeoutMs: number;

  constructor(server: string, timeoutMs: number, effects: string) {
    super({
      name: 'McpTimeoutError',
      code: 'MCP_TIMEOUT',
      message: `The MCP server "${server}" did not answer within ${timeoutMs} ms and was given up.${effects}`,
    });
    this.server = server;
    this.timeoutMs = timeoutMs;
  }

  static override isInstance(value: unknown): value is McpTimeoutError {
    return HelveError.hasCode(value, 'MCP_TIMEOUT');
  }
}

/**
 * A server answered with an error of the protocol, or with what is no answer to a call. `code` is
 * `MCP_PROTOCOL`.
 *
 * @example
 * if (McpProtocolError.isInstance(error)) console.error(error.rpcCode, error.cause);
 */
export class McpProtocolError extends HelveError {
  readonly server: string;
  /** The code of the server's JSON-RPC error, where it sent one. */
  readonly rpcCode: number | undefined;

  constructor(server: string, why: string, details: { cause?: unknown; rpcCode?: number } = {}) {
    super({
      name: 'McpProtocolError',
      code: 'MCP_PROTOCOL',
      message: `The MCP server "${server}" ${why}.`,
      cause: details.cause,
    });
    this.server = server;
    this.rpcCode = details.rpcCode;
  }

  static override isInstance(value: unknown): value is McpProtocolError {
    return HelveError.hasCode(value, 'MCP_PROTOCOL');
  }
}

/**
 * A tool of a server says that it failed. The message is the text that it gave for the model.
 * `code` is `MCP_TOOL_FAILED`.
 *
 * @example
 * if (McpToolFailedError.isInstance(error)) console.warn(error.tool, error.message);
 */
export class McpToolFailedError extends HelveError {
  readonly server: string;
  /** The tool's name on its server. */
  readonly tool: string;

  constructor(server: string, tool: string, text: string) {
    super({ name: 'McpToolFailedError', code: 'MCP_TOOL_FAILED', message: text });
    this.server = server;
    this.tool = tool;
  }

  static override isInstance(value: unknown): value is McpToolFailedError {
    return HelveError.hasCode(value, 'MCP_TOOL_FAILED');
  }
}

/**
 * An answer came to a question that nobody waits for any more: the process that held the call has
 * ended, or the server gave up. `code` is `MCP_QUESTION_LOST`.
 *
 * @example
 * if (McpQuestionLostError.isInstance(error)) console.warn('asked too long ago');
 */
export class McpQuestionLostError extends HelveError {
  readonly server: string;

  constructor(server: string, effects: string) {
    super({
      name: 'McpQuestionLostError',
      code: 'MCP_QUESTION_LOST',
      message: `The MCP server "${server}" no longer waits for this answer: it speaks a revision of the protocol in which a question lives only as long as the process that was asked, and that has ended, or the answer took too long.${effects}`,
    });
    this.server = server;
  }

  static override isInstance(value: unknown): value is McpQuestionLostError {
    return HelveError.hasCode(value, 'MCP_QUESTION_LOST');
  }
}
