import type { Logger } from 'helve';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** Where mishaps of one server are reported. */
export type ServerLog = (
  level: Level,
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

/** How often a connection may report noise, such as lines on stdout that are no messages. */
const MAX_NOISE = 5;

/** A log that names the server in each line. */
export function serverLog(logger: Logger, server: string): ServerLog {
  return (level, message, details = {}) =>
    logger[level](`MCP server "${server}": ${message}`, { server, ...details });
}

/**
 * Reports the first errors of a connection that end no request, such as lines that are no messages;
 * and no more: a server can make any number of them.
 */
export function reportNoise(log: ServerLog): (error: unknown) => void {
  let count = 0;
  return (error) => {
    count += 1;
    if (count > MAX_NOISE) return;
    const rest = count === MAX_NOISE ? ' Further ones of this connection are not reported.' : '';
    log('warn', `an error on its connection is passed over.${rest}`, { error });
  };
}
