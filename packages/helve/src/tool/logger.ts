/**
 * Where Helve reports what nobody awaits: a hook that threw, a transform that failed, a late
 * result. `console` is one.
 *
 * @example
 * const logger: Logger = {
 *   debug: (message, details) => pino.debug(details, message),
 *   info: (message, details) => pino.info(details, message),
 *   warn: (message, details) => pino.warn(details, message),
 *   error: (message, details) => pino.error(details, message),
 * };
 */
export interface Logger {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}
