import type { Logger } from '../tool/logger.ts';

/** One line that was logged. */
export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A logger that keeps everything and prints nothing.
 *
 * @example
 * const logger = recordingLogger();
 * await new Agent({ id: 'test', model, tools, logger }).generate('go');
 * expect(logger.lines).toEqual([]);
 */
export function recordingLogger(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const keep =
    (level: keyof Logger): Logger[keyof Logger] =>
    (message, details) =>
      lines.push({ level, message, details });
  return {
    lines,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}
