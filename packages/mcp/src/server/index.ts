/**
 * Serves Helve's tools and agents to MCP clients.
 *
 * @module
 */
export { McpCapabilityMissingError } from './call/capability-missing-error.ts';
export { createMcpServer, type McpServer } from './create-mcp-server.ts';
export type { AuthOptions, ClientAuth, VerifiedToken } from './http/auth-options.ts';
export type { FetchOptions } from './http/fetch-handler.ts';
export type { ListenOptions, McpListener, NodeListener } from './http/listen.ts';
export { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
export type {
  ApprovalAnswer,
  ApprovalHandler,
  ApprovalRequest,
  McpServerOptions,
  RequestOrigin,
  ServerLimits,
  StateOptions,
} from './server-options.ts';
export type { StdioConnection, StdioOptions } from './stdio/serve-stdio.ts';
export type { McpAgent } from './tools/agent-tool.ts';
export type { UsedStates } from './wait/used-states.ts';
