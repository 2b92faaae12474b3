import { HelveError } from '../schema/helve-error.ts';
import type { ValidationError } from './validation-error.ts';

/**
 * A tool was declared wrongly. Thrown by `createTool()` and `tool.with()`. `code` is `INVALID_TOOL`.
 *
 * @example
 * try {
 *   createTool(fromFile);
 * } catch (error) {
 *   if (InvalidToolError.isInstance(error)) console.error(error.message);
 *   else throw error;
 * }
 */
export class InvalidToolError extends HelveError {
  constructor(message: string) {
    super({ name: 'InvalidToolError', code: 'INVALID_TOOL', message });
  }

  static override isInstance(value: unknown): value is InvalidToolError {
    return HelveError.hasCode(value, 'INVALID_TOOL');
  }
}

/**
 * What `tool.run()` throws where `tool.execute()` returns a validation error. `code` is
 * `VALIDATION_FAILED`.
 *
 * @example
 * const forecast = await weatherTool.run(input).catch((error) => {
 *   if (ValidationFailedError.isInstance(error)) return error.validationError.message;
 *   throw error;
 * });
 */
export class ValidationFailedError extends HelveError {
  /** The value it stands for, with all issues by their place. */
  readonly validationError: ValidationError;

  constructor(validationError: ValidationError) {
    super({
      name: 'ValidationFailedError',
      code: 'VALIDATION_FAILED',
      message: validationError.message,
    });
    this.validationError = validationError;
  }

  static override isInstance(value: unknown): value is ValidationFailedError {
    return HelveError.hasCode(value, 'VALIDATION_FAILED');
  }
}

/**
 * A tool called `suspend()` where nothing can wait for the answer. `code` is `SUSPEND_UNAVAILABLE`.
 *
 * @example
 * const booked = await bookTool.run(input).catch(async (error) => {
 *   if (!SuspendUnavailableError.isInstance(error)) throw error;
 *   return bookTool.run(input, { resumeData: await askTheUser() });
 * });
 */
export class SuspendUnavailableError extends HelveError {
  constructor() {
    super({
      name: 'SuspendUnavailableError',
      code: 'SUSPEND_UNAVAILABLE',
      message:
        'suspend() needs a runtime that can wait, and this is a direct call. Run the tool through ' +
        'an agent, or pass the answer right away: tool.execute(input, { resumeData }).',
    });
  }

  static override isInstance(value: unknown): value is SuspendUnavailableError {
    return HelveError.hasCode(value, 'SUSPEND_UNAVAILABLE');
  }
}

/**
 * A tool without `execute` was called directly. `code` is `NOT_EXECUTABLE`.
 *
 * @example
 * const pickColour = createTool({ id: 'pick-colour', outputSchema: z.string() });
 * await pickColour.run({}); // rejects with NotExecutableError
 */
export class NotExecutableError extends HelveError {
  constructor(toolId: string) {
    super({
      name: 'NotExecutableError',
      code: 'NOT_EXECUTABLE',
      message:
        `Tool "${toolId}" has no execute function: the client that runs the agent carries it ` +
        'out. Give createTool() an execute, or use tool.with({ execute }).',
    });
  }

  static override isInstance(value: unknown): value is NotExecutableError {
    return HelveError.hasCode(value, 'NOT_EXECUTABLE');
  }
}

/**
 * A tool took longer than its `timeoutMs`. It may still be running: what it comes to is dropped.
 * `code` is `TOOL_TIMEOUT`.
 *
 * @example
 * const rows = await slowTool.run(input).catch((error) => {
 *   if (ToolTimeoutError.isInstance(error)) return [];
 *   throw error;
 * });
 */
export class ToolTimeoutError extends HelveError {
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(toolName: string, timeoutMs: number) {
    super({
      name: 'ToolTimeoutError',
      code: 'TOOL_TIMEOUT',
      message:
        `Tool "${toolName}" did not finish within ${timeoutMs} ms. Raise its timeoutMs, or let ` +
        'execute heed context.abortSignal.',
    });
    this.timeoutMs = timeoutMs;
  }

  static override isInstance(value: unknown): value is ToolTimeoutError {
    return HelveError.hasCode(value, 'TOOL_TIMEOUT');
  }
}
