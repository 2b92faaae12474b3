import type { McpHttpServer, McpServerOptions, McpStdioServer } from './client-options.ts';
import { matchesName } from './matches-name.ts';

/** A server's configuration, checked, with nothing left open. */
export interface ServerSettings {
  readonly name: string;
  readonly transport:
    | ({ readonly kind: 'stdio' } & Pick<McpStdioServer, 'command' | 'args' | 'env' | 'cwd'>)
    | ({ readonly kind: 'http'; readonly sse: 'only' | 'never' | 'if need be' } & Pick<
        McpHttpServer,
        'url' | 'headers' | 'auth' | 'fetch'
      >);
  readonly required: boolean;
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly questionTimeoutMs: number;
  readonly refreshMs: number;
  readonly maxMessageBytes: number;
  readonly protocol: 'auto' | '2025' | '2026';
  /** Whether its instructions are passed on. */
  readonly instructions: boolean;
  /** Whether a tool is used at all. */
  takes(tool: string): boolean;
  /** Whether what the server says of a tool is believed. */
  trusts(tool: string): boolean;
  /** Whether each call of a tool must be approved. */
  asks(tool: string): boolean;
}

/** What holds where a configuration says nothing. */
export const DEFAULTS: {
  readonly [Field in
    | 'timeoutMs'
    | 'maxTimeoutMs'
    | 'connectTimeoutMs'
    | 'questionTimeoutMs'
    | 'refreshMs'
    | 'maxMessageBytes']: number;
} = {
  timeoutMs: 60_000,
  maxTimeoutMs: 3_600_000,
  connectTimeoutMs: 60_000,
  questionTimeoutMs: 600_000,
  refreshMs: 300_000,
  maxMessageBytes: 10 * 1024 * 1024,
};

/** Who may do what without being asked, and which tools there are. */
export function rulesOf({
  trusted = false,
  alwaysAllow = [],
  allow,
  deny = [],
}: McpServerOptions): Pick<ServerSettings, 'takes' | 'trusts' | 'asks'> {
  const trusts = (tool: string): boolean =>
    typeof trusted === 'boolean' ? trusted : trusted.includes(tool);
  return {
    takes: (tool) => (!allow || matchesName(allow, tool)) && !matchesName(deny, tool),
    trusts,
    asks: (tool) => !trusts(tool) && !alwaysAllow.includes(tool),
  };
}
