import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { Logger } from 'helve';
import type { McpDefinitions } from './definitions.ts';
import type { Elicitation, ElicitationAnswer } from './elicitation.ts';
import type { ToolDrift } from './tool-drift.ts';

/** What is said of a server, however it is reached. */
export interface McpServerOptions {
  /**
   * Whether the server's hints about its tools are believed, and its tools run without approval:
   * of all, or of those named. Default `false`: each call of a tool must be approved.
   */
  readonly trusted?: boolean | readonly string[];
  /** Tools that need no approval although the server is not trusted. Their hints are not believed. */
  readonly alwaysAllow?: readonly string[];
  /** The tools to take, by their names on the server; `*` stands for any characters. Default: all. */
  readonly allow?: readonly string[];
  /** The tools to leave out, even where `allow` takes them. */
  readonly deny?: readonly string[];
  /** Not used at all. */
  readonly disabled?: boolean;
  /** Whether `tools()` fails where the server's are not to be had. Default: they are left out. */
  readonly required?: boolean;
  /** How long a call may go without an answer or progress, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** How long a call may take in all, whatever progress it reports. Default 3,600,000. */
  readonly maxTimeoutMs?: number;
  /** How long starting and greeting may take, in milliseconds. Default 60,000. */
  readonly connectTimeoutMs?: number;
  /**
   * How long a call of a server of the 2025 revisions is held while a person answers its question,
   * in milliseconds. Default 600,000.
   */
  readonly questionTimeoutMs?: number;
  /**
   * How old a list of tools may become that its server announces no changes of, in milliseconds,
   * where the server says nothing itself. Default 300,000.
   */
  readonly refreshMs?: number;
  /** How large one message of the server may be, in bytes. Default 10,485,760. */
  readonly maxMessageBytes?: number;
  /** The revision to speak. Default: the newest that the server speaks. */
  readonly protocol?: 'auto' | '2025' | '2026';
  /** Takes the server's instructions into `instructions()` although it is not trusted. */
  readonly instructions?: boolean;
}

/**
 * A server that is a program on this machine.
 *
 * @example
 * const files: McpStdioServer = {
 *   command: 'npx',
 *   args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/notes'],
 * };
 */
export interface McpStdioServer extends McpServerOptions {
  readonly type?: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /**
   * Environment variables for the program. Of this process's own it gets those that every program
   * needs (`HOME`, `LOGNAME`, `PATH`, `SHELL`, `TERM`, `USER`), and no others.
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/**
 * A server on the network.
 *
 * @example
 * const issues: McpHttpServer = { url: 'https://mcp.example.com', auth: () => readToken() };
 */
export interface McpHttpServer extends McpServerOptions {
  /** `sse` is the transport before streamable HTTP. Default: streamable, or what the server has. */
  readonly type?: 'http' | 'streamable-http' | 'streamableHttp' | 'sse';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A bearer token, how to get one, or a provider of the MCP SDK's, for OAuth. */
  readonly auth?: string | (() => string | Promise<string>) | AuthProvider | OAuthClientProvider;
  /** Makes the requests. Default: the runtime's own. */
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

export type McpServer = McpStdioServer | McpHttpServer;

/** The content of a file that other MCP clients are configured with; VS Code's say `servers`. */
export type McpServersFile =
  | { readonly mcpServers: Readonly<Record<string, object>> }
  | { readonly servers: Readonly<Record<string, object>> };

/** A server that changed its tools, and how. */
export interface ToolsChanged extends ToolDrift {
  readonly server: string;
}

/** A question of a server, for a handler that answers at once. */
export interface ElicitationRequest extends Elicitation {
  readonly server: string;
  /** The name of the tool on its server. */
  readonly tool: string;
}

export interface McpClientOptions {
  /**
   * Servers by the name that stands in front of their tools' names; or a file of `mcpServers`, as
   * other clients have it. What is in `${…}` there is taken from `env`.
   */
  readonly servers: Readonly<Record<string, McpServer>> | McpServersFile;
  /** Said of single servers beside the above: what a file does not say, as who is trusted. */
  readonly serverOptions?: Readonly<Record<string, McpServerOptions>>;
  /** The variables that a file of `mcpServers` may name. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What servers are told of this client. Default: Helve. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Tool lists of before, from `definitions()`: used until a server is connected to. */
  readonly definitions?: McpDefinitions;
  /** Told how a server's tools differ from those in `definitions`. */
  readonly onDrift?: (change: ToolsChanged) => unknown;
  /** Told when a server changed its tools while connected. */
  readonly onToolsChanged?: (change: ToolsChanged) => unknown;
  /**
   * Answers a server's question at once. What gives `undefined`, as does leaving this out, suspends
   * the call, and whoever resumes the run answers.
   */
  readonly onElicitation?: (
    request: ElicitationRequest,
  ) => ElicitationAnswer | undefined | Promise<ElicitationAnswer | undefined>;
  /** Directories that servers may be told of as roots. Default: none. */
  readonly roots?: readonly { readonly uri: `file://${string}`; readonly name?: string }[];
  /** Where mishaps are reported that nobody awaits. Default `console`. */
  readonly logger?: Logger;
}
