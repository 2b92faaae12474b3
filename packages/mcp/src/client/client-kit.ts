import { fileURLToPath } from 'node:url';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Logger } from 'helve';
import type {
  McpClientOptions,
  McpHttpServer,
  McpServerOptions,
  McpStdioServer,
} from './client-options.ts';
import type { McpClient } from './create-mcp-client.ts';
import { createMcpClient } from './create-mcp-client.ts';
import type { FixtureState } from './fixture-tools-kit.ts';
import { fixtureServer, fixtureState } from './fixture-tools-kit.ts';

/** The fixture of a program in this folder. */
export function program(file: string, ...args: readonly string[]): McpStdioServer {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return { command: process.execPath, args: [path, ...args] };
}

/** The fixture, as a program. */
export const stdioFixture: McpStdioServer = program('./fixture-stdio-kit.ts');

/** The fixture over HTTP, without a network. */
export function httpFixture(state: FixtureState = fixtureState()): McpHttpServer & {
  readonly state: FixtureState;
  readonly requests: Request[];
  /** Announces that the tools have changed. */
  announce(): void;
} {
  const handler = createMcpHandler(() => fixtureServer(state));
  const requests: Request[] = [];
  return {
    url: 'http://fixture.test/mcp',
    state,
    requests,
    announce: () => handler.notify.toolsChanged(),
    fetch: (url, init) => {
      const request = new Request(url, init);
      requests.push(request.clone());
      return handler.fetch(request);
    },
  };
}

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A log that a test can read. */
export function keptLog(): Logger & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const keep =
    (level: keyof Logger) =>
    (message: string, details: Readonly<Record<string, unknown>> = {}): void => {
      lines.push({ level, message, details });
    };
  return {
    lines,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}

const TRUSTED: McpServerOptions = { trusted: true };

/** A client of one server, `fx`, that is trusted unless it says otherwise. */
export function clientOf(
  server: McpStdioServer | McpHttpServer,
  options: Partial<McpClientOptions> = {},
): McpClient & { readonly log: ReturnType<typeof keptLog> } {
  const log = keptLog();
  const client = createMcpClient({
    servers: { fx: { ...TRUSTED, ...server } },
    logger: log,
    ...options,
  });
  return { ...client, log };
}
